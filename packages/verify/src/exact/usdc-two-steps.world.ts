import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { findAssociatedTokenAddress, getCreateTokenAccountInstruction } from '@staking-agent/chain/ledger';
import {
  findAdaptorAddReceiptPda,
  findDirectWithdrawInitReceiptPda,
  findRequestWithdrawVaultReceiptPda,
  findStrategyInitReceiptPda,
  findVaultStrategyAuthPda,
  findVaultStrategyTokenAccount,
  getCancelRequestWithdrawVaultInstruction,
  getDirectWithdrawStrategyInstruction,
  getRequestWithdrawVaultInstruction,
  getWithdrawVaultInstruction,
} from '@staking-agent/chain/vault';
import { DEPLOYMENT, open, USDC_ACCOUNTS, USER, WALLET } from './keys.world.ts';
import { type Build, requires } from './ledger.world.ts';

const { usdcVault: vault, usdcMint: assetMint, rausdcMint: lpMint, usdcStrategies } = DEPLOYMENT;
const [adaptor] = usdcStrategies?.adaptors ?? [];
if (adaptor === undefined) throw new Error('The sandbox lists its strategies.');
const signer = createNoopSigner(WALLET);
const [request] = await findRequestWithdrawVaultReceiptPda({ vault, user: WALLET });
const escrow = await findAssociatedTokenAddress(request, lpMint);
const common = {
  ...USDC_ACCOUNTS,
  requestWithdrawLpAta: escrow,
  requestWithdrawVaultReceipt: request,
};

const openEscrow = getCreateTokenAccountInstruction({
  owner: request,
  mint: lpMint,
  account: escrow,
  payer: WALLET,
});

const requestOf = (amount: bigint, isWithdrawAll = false): Instruction =>
  getRequestWithdrawVaultInstruction({
    ...common,
    payer: signer,
    amount,
    isAmountInLp: false,
    isWithdrawAll,
  });

const fromIdle: Instruction = getWithdrawVaultInstruction(common);

const { program, strategy, accounts } = adaptor;
const seeds = { vault, strategy, adaptorProgram: program };
const direct = getDirectWithdrawStrategyInstruction({
  ...common,
  adaptorAddReceipt: (await findAdaptorAddReceiptPda(seeds))[0],
  strategyInitReceipt: (await findStrategyInitReceiptPda(seeds))[0],
  directWithdrawInitReceipt: (await findDirectWithdrawInitReceiptPda(seeds))[0],
  vaultStrategyAuth: (await findVaultStrategyAuthPda(seeds))[0],
  vaultStrategyAssetAta: await findVaultStrategyTokenAccount({ ...seeds, assetMint }),
  strategy,
  adaptorProgram: program,
  userArgs: null,
});
const further = accounts.map(({ account }) => ({ address: account as Address, role: AccountRole.WRITABLE }));
const fromStrategy: Instruction = { ...direct, accounts: [...direct.accounts, ...further] };

const asked = { strategy: 'usdc-earn', kind: 'instant', wallet: WALLET } as const;
const of = (more: object, ...instructions: readonly Instruction[]): Build => ({
  operation: 'unstake',
  answer: {},
  request: { ...asked, ...more },
  instructions,
});
const SOME = { step: 'request', amount: '0.000077' };
const CLAIM = { step: 'claim' };
const opened = open(assetMint, USER.usdc);
const kept = requires(USER.rausdc, 40n);
const paid = requires(USER.usdc, 5n);
const CANCEL = { step: 'cancel' };
const openedLp = open(lpMint, USER.rausdc);
const cancelled: Instruction = getCancelRequestWithdrawVaultInstruction({
  ...common,
  userTransferAuthority: signer,
});
const back = requires(USER.rausdc, 5n);

/** Both steps out of a vault with a waiting period. */
export const USDC_TWO_STEPS: Readonly<Record<string, Build>> = {
  'a request of an amount': of(SOME, openEscrow, requestOf(77n), kept),
  'a request of all': of({ step: 'request', isWithdrawAll: true }, openEscrow, requestOf(5n, true)),
  'a claim from the idle funds': of(CLAIM, opened, fromIdle, paid),
  'a claim from a strategy': of(CLAIM, opened, fromStrategy, paid),
  'a request that is taken back': of(CANCEL, openedLp, cancelled, back),
};

/** What nobody asked for like this. */
export const WRONG_USDC_TWO_STEPS: Readonly<Record<string, Build>> = {
  'a request where a claim was asked for': of(CLAIM, openEscrow, requestOf(77n), kept),
  'a claim where a request was asked for': of(SOME, opened, fromIdle, paid),
  'a request where an exit at once was asked for': of(
    { amount: '0.000077' },
    openEscrow,
    requestOf(77n),
    kept,
  ),
  'a claim where an exit at once was asked for': of({ amount: '0.000077' }, opened, fromIdle, paid),
  'another step': of({ step: 'both', amount: '0.000077' }, openEscrow, requestOf(77n), kept),
  'another amount': of(SOME, openEscrow, requestOf(78n), kept),
  'all where an amount was asked for': of(SOME, openEscrow, requestOf(77n, true), kept),
  'no limit of what goes into escrow': of(SOME, openEscrow, requestOf(77n)),
  'a claim that requires no payout': of(CLAIM, opened, fromIdle),
  'a claim that requires less than asked': of({ ...CLAIM, minReceive: '0.000006' }, opened, fromIdle, paid),
  'a request taken back where a claim was asked for': of(CLAIM, openedLp, cancelled, back),
  'a claim where it was to be taken back': of(CANCEL, opened, fromIdle, paid),
  'a request taken back that requires nothing': of(CANCEL, openedLp, cancelled),
  'a request taken back twice': of(CANCEL, openedLp, cancelled, cancelled, back),
  'a request taken back and made anew': of(CANCEL, openedLp, cancelled, requestOf(77n), back),
  'two payments': of(CLAIM, opened, fromIdle, fromStrategy, paid),
};
