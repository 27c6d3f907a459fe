import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { BankOperationalState, getBankDecoder, getBankEncoder } from '@staking-agent/chain/lending';
import { getWithdrawStakeInstruction } from '@staking-agent/chain/stake';
import {
  findWithdrawAuthorityPda,
  getDepositSolWithSlippageInstruction,
  STAKE_POOL_CODEC,
} from '@staking-agent/chain/stake-pool';
import { TransactionAnswer } from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { changeData, configureVault } from '../change-account.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { advanceEpochs, DEPLOYMENT, startWorld } from '../world.ts';

const world = await startWorld({ after });
const ledger = createLedgerClient(world);

/** What fails: instructions, or a build of the service on a ledger that changed since. */
type Failing = readonly Instruction[] | string;
type Case = {
  readonly arrange: (wallet: SandboxWallet) => Promise<Failing>;
  /** Code, program and error of the failure. */
  readonly expected: readonly [code: string, program: string, error: string];
  readonly cure: RegExp;
};

const { build } = world;

function compile(wallet: SandboxWallet, instructions: readonly Instruction[]): string {
  const { blockhash } = world.sandbox.ledger.blocks.tip();
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(wallet.address as Address, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  );
  return getBase64EncodedWireTransaction(compileTransaction(message));
}

const sendDirectly = async (wallet: SandboxWallet, transaction: string): Promise<string> =>
  ledger.send(await wallet.sign(transaction));

async function land(wallet: SandboxWallet, body: object): Promise<Record<string, string>> {
  const built = await build('/stake', { wallet: wallet.address, ...body });
  assert.equal(await ledger.outcome(await sendDirectly(wallet, String(built['transaction']))), null);
  return built;
}

const SYSTEM = '11111111111111111111111111111111' as Address;
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address;
const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL' as Address;
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111' as Address;
const { WRITABLE, READONLY, WRITABLE_SIGNER, READONLY_SIGNER } = AccountRole;

type Account = readonly [address: string, role: AccountRole];

/** Written by hand: a tag, then an amount where there is one. */
function instruct(
  program: Address,
  accounts: readonly Account[],
  tag: readonly number[],
  amount?: bigint,
): Instruction {
  const data = Buffer.alloc(tag.length + (amount === undefined ? 0 : 8));
  data.set(tag);
  if (amount !== undefined) data.writeBigUInt64LE(amount, tag.length);
  const metas = accounts.map(([address, role]) => ({ address: address as Address, role }));
  return { programAddress: program, accounts: metas, data };
}

const transferSol = ({ address }: SandboxWallet, lamports: bigint) =>
  instruct(
    SYSTEM,
    [
      [address, WRITABLE_SIGNER],
      [DEPLOYMENT.voteAccount, WRITABLE],
    ],
    [2, 0, 0, 0],
    lamports,
  );

const createAta = ({ address }: SandboxWallet, ata: string, mint: string) =>
  instruct(
    ASSOCIATED_TOKEN,
    [
      [address, WRITABLE_SIGNER],
      [ata, WRITABLE],
      [address, READONLY],
      [mint, READONLY],
      [SYSTEM, READONLY],
      [TOKEN, READONLY],
    ],
    [0],
  );

const findAta = (owner: string, mint: string) =>
  findAssociatedTokenAddress(owner as Address, mint as Address);

async function depositTooDear(wallet: SandboxWallet): Promise<Failing> {
  const { stakePool, rasolMint } = DEPLOYMENT;
  const data = world.sandbox.ledger.findAccount(stakePool.address)?.data ?? assert.fail();
  const pool = STAKE_POOL_CODEC.decode(data);
  const config = { programAddress: stakePool.program };
  const [withdrawAuthority] = await findWithdrawAuthorityPda({ stakePool: stakePool.address }, config);
  const owner = wallet.address as Address;
  const ata = await findAta(owner, rasolMint);
  return [
    createAta(wallet, ata, rasolMint),
    getDepositSolWithSlippageInstruction(
      {
        stakePool: stakePool.address,
        withdrawAuthority,
        reserveStake: pool.reserveStake,
        fundingAccount: createNoopSigner(owner),
        destinationTokenAccount: ata,
        managerFeeAccount: pool.managerFeeAccount,
        referrerTokenAccount: pool.managerFeeAccount,
        poolMint: rasolMint,
        lamports: 1_000_000_000n,
        minimumPoolTokens: 2n ** 60n,
      },
      config,
    ),
  ];
}

function setBank(state: keyof typeof BankOperationalState): void {
  changeData(world, leveraged.lending.bank, (data) => {
    const bank = getBankDecoder().decode(data);
    const config = { ...bank.config, operationalState: BankOperationalState[state] };
    return getBankEncoder().encode({ ...bank, config });
  });
}

const leveraged = DEPLOYMENT.leveraged ?? assert.fail();

const CASES: Readonly<Record<string, Case>> = {
  'the stake program': {
    arrange: async (wallet) => {
      const { stakeAccount } = await land(wallet, { strategy: 'sol-native-stake', amount: '2' });
      const parties = { wallet: wallet.address as Address, stakeAccount: stakeAccount as Address };
      return [getWithdrawStakeInstruction({ ...parties, lamports: 1_000_000_000n })];
    },
    expected: ['STAKE_NOT_INACTIVE', 'Stake11111111111111111111111111111111111111', 'InsufficientFunds'],
    cure: /Deactivate it/,
  },
  'the system program': {
    arrange: async (wallet) => [transferSol(wallet, 10n ** 15n)],
    expected: ['INSUFFICIENT_FUNDS', SYSTEM, 'ResultWithNegativeLamports'],
    cure: /Fund it/,
  },
  'the token program': {
    arrange: async (wallet) => {
      const other = await makeSandboxWallet(world, { sol: '1', usdc: '1' });
      const [from, to] = await Promise.all(
        [wallet, other].map(({ address }) => findAta(address, DEPLOYMENT.usdcMint)),
      );
      const accounts: Account[] = [
        [String(from), WRITABLE],
        [String(to), WRITABLE],
        [wallet.address, READONLY_SIGNER],
      ];
      return [instruct(TOKEN, accounts, [3], 10n ** 12n)];
    },
    expected: ['INSUFFICIENT_FUNDS', TOKEN, 'InsufficientFunds'],
    cure: /Fund it/,
  },
  'the associated token program': {
    arrange: async (wallet) => {
      const { usdcMint, rasolMint } = DEPLOYMENT;
      return [createAta(wallet, await findAta(wallet.address, rasolMint), usdcMint)];
    },
    expected: ['TOKEN_REFUSED', ASSOCIATED_TOKEN, 'InvalidSeeds'],
    cure: /./,
  },
  'the stake pool program': {
    arrange: depositTooDear,
    expected: ['SLIPPAGE_EXCEEDED', DEPLOYMENT.stakePool.program, 'ExceededSlippage'],
    cure: /./,
  },
  'the vault program': {
    arrange: async (wallet) => {
      const ask = { strategy: 'usdc-earn', wallet: wallet.address, amount: '5' };
      const { transaction } = await build('/stake', ask);
      configureVault(world, DEPLOYMENT.usdcVault, { maxCap: 1n });
      return String(transaction);
    },
    expected: ['VAULT_REFUSED', 'vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8', 'MaxCapExceeded'],
    cure: /./,
  },
  'the lending program': {
    arrange: async (wallet) => {
      await land(wallet, { strategy: 'sol-leveraged-stake', amount: '2500' });
      await advanceEpochs(world, 1);
      const ask = {
        strategy: 'sol-leveraged-stake',
        kind: 'instant',
        wallet: wallet.address,
        amount: '1900',
      };
      const { transaction } = await build('/unstake', ask);
      setBank('Paused');
      return String(transaction);
    },
    expected: ['LENDING_REFUSED', leveraged.lending.program, 'BankPaused'],
    cure: /./,
  },
  'the compute budget program': {
    arrange: async (wallet) => [instruct(COMPUTE_BUDGET, [], [2, 100, 0, 0, 0]), transferSol(wallet, 1n)],
    expected: ['COMPUTE_BUDGET_EXCEEDED', COMPUTE_BUDGET, 'ComputationalBudgetExceeded'],
    cure: /./,
  },
};

describe('what failed on the ledger says in which program, and why', () => {
  for (const [name, { arrange, expected, cure }] of Object.entries(CASES)) {
    test(name, async () => {
      const wallet = await makeSandboxWallet(world, { sol: '3000', usdc: '10' });
      const failing = await arrange(wallet);
      const before = await ledger.balance(wallet.address);
      const transaction = typeof failing === 'string' ? failing : compile(wallet, failing);
      const signature = await sendDirectly(wallet, transaction);
      const answer = await world.get(`/transactions/${signature}?wait=30`);
      assertOk(answer, TransactionAnswer);
      const { status, failure, fee } = answer.body;
      assert.equal(status, 'failed', answer.text);
      assert.deepEqual([failure.code, failure.program, failure.error], expected);
      assert.ok(Number.isInteger(failure.instruction), answer.text);
      assert.match(failure.cure, cure);
      assert.ok(failure.cause.length > 0 && failure.detail.length > 0);
      assert.doesNotMatch(failure.detail, /0x[0-9a-f]+/);
      assert.equal(before - (await ledger.balance(wallet.address)), BigInt(fee.baseUnits));
    });
  }
});
