import { AccountRole, type Address, type Instruction } from '@solana/kit';
import {
  findAdaptorAddReceiptPda,
  findDirectWithdrawInitReceiptPda,
  findStrategyInitReceiptPda,
  findVaultStrategyAuthPda,
  findVaultStrategyTokenAccount,
  getInstantWithdrawStrategyInstruction,
  getInstantWithdrawVaultInstruction,
} from '@staking-agent/chain/vault';
import { DEPLOYMENT, open, USDC_ACCOUNTS, USER, WALLET } from './keys.world.ts';
import { type Build, requires } from './ledger.world.ts';

const { usdcVault: vault, usdcMint: assetMint, usdcStrategies } = DEPLOYMENT;
if (usdcStrategies === undefined) throw new Error('The sandbox lists its strategies.');

/** Pays out of one strategy of the deployment. */
type Pays = (amount: bigint, isWithdrawAll?: boolean) => Instruction;

const [first, second] = (await Promise.all(
  usdcStrategies.adaptors.map(async ({ program, strategy, accounts }): Promise<Pays> => {
    const seeds = { vault, strategy, adaptorProgram: program };
    const derived = {
      adaptorAddReceipt: (await findAdaptorAddReceiptPda(seeds))[0],
      strategyInitReceipt: (await findStrategyInitReceiptPda(seeds))[0],
      directWithdrawInitReceipt: (await findDirectWithdrawInitReceiptPda(seeds))[0],
      vaultStrategyAuth: (await findVaultStrategyAuthPda(seeds))[0],
      vaultStrategyAssetAta: await findVaultStrategyTokenAccount({ ...seeds, assetMint }),
    };
    const further = accounts.map(({ account }) => ({
      address: account as Address,
      role: AccountRole.WRITABLE,
    }));
    return (amount, isWithdrawAll = false) => {
      const instruction = getInstantWithdrawStrategyInstruction({
        ...USDC_ACCOUNTS,
        ...derived,
        strategy,
        adaptorProgram: program,
        amount,
        isAmountInLp: false,
        isWithdrawAll,
        userArgs: null,
      });
      return { ...instruction, accounts: [...instruction.accounts, ...further] };
    };
  }),
)) as [Pays, Pays];

const idle: Pays = (amount, isWithdrawAll = false) =>
  getInstantWithdrawVaultInstruction({ ...USDC_ACCOUNTS, amount, isAmountInLp: false, isWithdrawAll });

const exit = { operation: 'unstake', answer: {} } as const;
const asked = { strategy: 'usdc-earn', kind: 'instant', wallet: WALLET } as const;

function ofAmount(...payments: readonly Instruction[]): Build {
  const instructions = [
    open(assetMint, USER.usdc),
    ...payments,
    requires(USER.rausdc, 40n),
    requires(USER.usdc, 76n),
  ];
  return { ...exit, request: { ...asked, amount: '0.000077' }, instructions };
}

function ofAll(...payments: readonly Instruction[]): Build {
  const instructions = [
    open(assetMint, USER.usdc),
    requires(USER.rausdc, 40n),
    ...payments,
    requires(USER.usdc, 5n),
  ];
  return { ...exit, request: { ...asked, isWithdrawAll: true }, instructions };
}

/** Exits of 77 base units or of everything, paid by strategies; those that only differ in their order among them. */
export const USDC_EXITS: Readonly<Record<string, Build>> = {
  'an exit by a strategy': ofAmount(second(77n)),
  'an exit by two strategies': ofAmount(first(70n), second(7n)),
  'an exit by two strategies, exchanged': ofAmount(second(7n), first(70n)),
  'an exit by a strategy and the idle funds': ofAmount(first(70n), idle(7n)),
  'an exit by the idle funds and a strategy': ofAmount(idle(7n), first(70n)),
  'an exit of all by a strategy': ofAll(second(5n, true)),
  'an exit of all by two strategies': ofAll(first(70n), second(5n, true)),
};

/** Exits of 77 base units or of everything that nobody asked for like this. */
export const WRONG_USDC_EXITS: Readonly<Record<string, Build>> = {
  'no payment': ofAll(),
  'less than was asked for': ofAmount(first(70n), second(6n)),
  'more than was asked for': ofAmount(first(70n), second(8n)),
  'one strategy twice': ofAmount(first(70n), first(7n)),
  'the idle funds twice': ofAmount(idle(70n), idle(7n)),
  'everything where an amount was asked for': ofAmount(first(77n, true)),
  'an amount where everything was asked for': ofAll(first(70n), second(5n)),
  'everything first': ofAll(first(70n, true), second(5n)),
};
