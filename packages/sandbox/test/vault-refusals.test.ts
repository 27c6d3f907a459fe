import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AccountRole, type Address, type KeyPairSigner } from '@solana/kit';
import { getVaultError } from '@staking-agent/chain/vault';
import type { ExecutionResult } from '../src/vm/transaction-history.ts';
import { cutAccounts, withData } from './edit-instruction.ts';
import { listImplementations } from './implementations.ts';
import { startVaultSandbox, USDC, type VaultChange, type VaultSandbox } from './start-vault-sandbox.ts';
import {
  cancel,
  deposit,
  instantWithdraw,
  requestWithdraw,
  type Step,
  swap,
  withdraw,
  withdrawFromStrategy,
} from './vault-steps.ts';

const NOBODY = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' as Address;
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' as Address;
const ALL = 0x1fff;
const DEPOSITS = 1 << 1;
const WITHDRAWALS = 1 << 2;

type Refusal = readonly [why: string, error: string, step: Step, before?: (world: VaultSandbox) => void];

/** The name of what an instruction was refused with. */
function getErrorName({ err }: ExecutionResult): string {
  const cause =
    err !== null && typeof err === 'object' && 'InstructionError' in err && err.InstructionError[1];
  if (cause === false) return JSON.stringify(err);
  if (typeof cause === 'string') return cause;
  return getVaultError(cause.Custom)?.name ?? `Custom ${cause.Custom}`;
}

const cut =
  (step: Step, end: number): Step =>
  async (w, u) =>
    cutAccounts(await step(w, u), end);
const changed =
  (step: Step, data: (own: Uint8Array) => Uint8Array): Step =>
  async (w, u) =>
    withData(await step(w, u), data);
const put: Step = (world, user) => deposit(world, user, 5n * USDC);
const take: Step = (world, user) => instantWithdraw(world, user, { amount: 5n * USDC });
const ask: Step = (world, user) => requestWithdraw(world, user, { amount: 5n * USDC });
const off = (bit: number) => (world: VaultSandbox) => world.setOperationalState(ALL & ~bit);
type Configuration = NonNullable<VaultChange['configuration']>;
const configure = (change: (now: bigint) => Configuration) => (world: VaultSandbox) =>
  world.setVault({ configuration: change(world.now()) });
const change = (of: (now: bigint) => VaultChange) => (world: VaultSandbox) => world.setVault(of(world.now()));
const vaultSeed =
  (name: 'lpMint' | 'idleAta' | 'liquidity' | 'assetMint' | 'protocol' | 'vault') => (world: VaultSandbox) =>
    world.vaultSeed[name];

const REFUSALS: readonly Refusal[] = [
  ['a deposit of nothing', 'InvalidAmount', (w, u) => deposit(w, u, 0n)],
  ['a deposit the protocol has off', 'OperationNotAllowed', put, off(DEPOSITS)],
  ['a deposit the vault has off', 'OperationNotAllowed', put, configure(() => ({ disabledOperations: 1 }))],
  ['a deposit above the cap', 'MaxCapExceeded', put, configure(() => ({ maxCap: 0n }))],
  ['a deposit before the start', 'VaultNotActive', put, configure((now) => ({ startAtTs: now + 600n }))],
  [
    'a deposit after a fee taken in the future',
    'MathOverflow',
    put,
    change((now) => ({ fees: { managerManagementFee: 1 }, lastManagementFeeUpdateTs: now + 600n })),
  ],
  [
    'a deposit when the fee is everything',
    'FeeExceedsTotalAssetValue',
    put,
    change(() => ({ fees: { managerManagementFee: 10_000 }, lastManagementFeeUpdateTs: 1n })),
  ],
  ['a deposit into a vault without value', 'DivisionByZero', put, change(() => ({ totalValue: 0n }))],
  ['a deposit of more than the user has', 'Custom 1', (w, u) => deposit(w, u, 20_000n * USDC)],
  ['a deposit of another mint', 'InvalidTokenMint', swap(put, 3, vaultSeed('lpMint'))],
  ['a deposit of no mint', 'AccountNotInitialized', swap(put, 3, NOBODY)],
  ['a deposit of another kind of token', 'InvalidAccountData', swap(put, 3, vaultSeed('idleAta'))],
  ['a deposit without an LP account', 'AccountNotInitialized', swap(put, 8, NOBODY)],
  ['a deposit to the LP account of another', 'ConstraintTokenOwner', swap(put, 8, vaultSeed('idleAta'))],
  ['a deposit from the idle funds', 'ConstraintTokenOwner', swap(put, 5, vaultSeed('idleAta'))],
  ['a deposit into another account', 'ConstraintTokenOwner', swap(put, 6, vaultSeed('liquidity'))],
  ['a deposit under another authority', 'ConstraintTokenOwner', swap(put, 7, NOBODY)],
  ['a deposit with another mint authority', 'ConstraintSeeds', swap(put, 9, NOBODY)],
  ['a deposit for another LP mint', 'ConstraintSeeds', swap(put, 4, vaultSeed('assetMint'))],
  ['a deposit into no vault', 'AccountOwnedByWrongProgram', swap(put, 2, NOBODY)],
  ['a deposit into the protocol', 'AccountDiscriminatorMismatch', swap(put, 2, vaultSeed('protocol'))],
  ['a deposit under no protocol', 'AccountOwnedByWrongProgram', swap(put, 1, NOBODY)],
  ['a deposit with Token-2022 for the asset', 'Custom 2022', swap(put, 10, TOKEN_2022)],
  ['a deposit with Token-2022 for the LP', 'InvalidProgramId', swap(put, 11, TOKEN_2022)],
  ['a deposit without the system program', 'InvalidProgramId', swap(put, 12, NOBODY)],
  ['a deposit nobody signs', 'AccountNotSigner', swap(put, 0, NOBODY, AccountRole.READONLY)],
  ['a deposit into a fixed vault', 'ConstraintMut', swap(put, 2, vaultSeed('vault'), AccountRole.READONLY)],
  ['a deposit with too few accounts', 'AccountNotEnoughKeys', cut(put, 12)],
  ['a deposit without an amount', 'InstructionDidNotDeserialize', changed(put, (data) => data.slice(0, 8))],
  [
    'no instruction',
    'InstructionFallbackNotFound',
    changed(put, () => Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)),
  ],
  ['a withdrawal of nothing', 'InvalidAmount', (w, u) => instantWithdraw(w, u, { amount: 0n })],
  [
    'a withdrawal of everything without an amount',
    'InvalidAmount',
    (w, u) => instantWithdraw(w, u, { amount: 0n, isWithdrawAll: true }),
  ],
  ['a withdrawal the protocol has off', 'OperationNotAllowed', take, off(WITHDRAWALS)],
  [
    'a withdrawal the vault has off',
    'OperationNotAllowed',
    take,
    configure(() => ({ disabledOperations: 2 })),
  ],
  [
    'a withdrawal where there is a waiting period',
    'InstantWithdrawNotAllowed',
    take,
    configure(() => ({ withdrawalWaitingPeriod: 1n })),
  ],
  ['a withdrawal from a vault without value', 'InvalidAmount', take, change(() => ({ totalValue: 0n }))],
  [
    'a withdrawal before the last report',
    'MathOverflow',
    take,
    change((now) => ({ locked: { lastUpdatedLockedProfit: 0n, lastReport: now + 600n } })),
  ],
  ['a fee of everything', 'DivisionByZero', take, change(() => ({ fees: { redemptionFee: 10_000 } }))],
  ['more LP than the user has', 'Custom 1', (w, u) => instantWithdraw(w, u, { amount: 200n * USDC })],
  ['a withdrawal to no account', 'AccountNotInitialized', swap(take, 8, NOBODY)],
  ['a withdrawal to the account of another', 'ConstraintTokenOwner', swap(take, 8, vaultSeed('idleAta'))],
  ['a withdrawal from other funds', 'ConstraintTokenOwner', swap(take, 6, vaultSeed('liquidity'))],
  ['more LP than an account holds', 'Custom 1', (w, u) => requestWithdraw(w, u, { amount: 2n ** 64n - 1n })],
  ['a request for nothing', 'InvalidAmount', (w, u) => requestWithdraw(w, u, { amount: 0n })],
  ['a request the protocol has off', 'OperationNotAllowed', ask, off(WITHDRAWALS)],
  ['a request without an escrow', 'AccountNotInitialized', swap(ask, 6, NOBODY)],
  ['a request with another receipt', 'ConstraintSeeds', swap(ask, 7, NOBODY)],
  ['a payment nobody has requested', 'AccountOwnedByWrongProgram', withdraw],
  ['a cancellation of nothing', 'AccountOwnedByWrongProgram', cancel],
];

const exit: Step = (world, user) => withdrawFromStrategy(world, user, { amount: 5n * USDC });
const STRATEGY_REFUSALS: readonly Refusal[] = [
  ['more than the position', 'Custom 1', (w, u) => withdrawFromStrategy(w, u, { amount: 9_000_000n * USDC })],
  ['nothing', 'InvalidAmount', (w, u) => withdrawFromStrategy(w, u, { amount: 0n })],
  ['a waiting period', 'InstantWithdrawNotAllowed', exit, configure(() => ({ withdrawalWaitingPeriod: 1n }))],
  ['with another position', 'Custom 0', swap(exit, 18, vaultSeed('idleAta'))],
  ['with other liquidity', 'Custom 0', swap(exit, 17, vaultSeed('idleAta'))],
  ['without the accounts of the adaptor', 'NotEnoughAccountKeys', cut(exit, 17)],
  ['through another adaptor', 'ConstraintSeeds', swap(exit, 13, NOBODY)],
  ['from another strategy', 'ConstraintSeeds', swap(exit, 6, NOBODY)],
];

/** Everything of the ledger that a refused instruction must leave as it is. */
async function everything(world: VaultSandbox, wallet: KeyPairSigner): Promise<unknown> {
  const { vault, idleAta, lpMint, position, liquidity, strategyReceipt } = world.vaultSeed;
  const { asset, lp, escrow, receipt } = await world.findAccounts(wallet.address);
  const watched = [vault, idleAta, lpMint, position, liquidity, strategyReceipt, asset, lp, escrow, receipt];
  return watched.map((address) => world.readData(address));
}

async function assertRefuses(world: VaultSandbox, wallet: KeyPairSigner, refusal: Refusal): Promise<void> {
  const [why, error, step, before] = refusal;
  const { vault, protocol } = world.vaultSeed;
  const saved = [vault, protocol].map((address) => [address, world.readData(address)] as const);
  before?.(world);
  const untouched = await everything(world, wallet);
  const outcome = await world.send(wallet, [await step(world, wallet.address)]);
  assert.equal(getErrorName(outcome), error, `${why}\n${outcome.logs.join('\n')}`);
  assert.equal(outcome.fee, 5_000n, why);
  assert.deepEqual(await everything(world, wallet), untouched, why);
  for (const [address, data] of saved) world.write(address, data);
}

for (const { name, directory, skip } of listImplementations('voltr_vault.so')) {
  describe(`vault refusals, ${name}`, { skip }, () => {
    test('every refusal has its name, costs the fee and changes nothing', async (t) => {
      const world = await startVaultSandbox(t, directory);
      const wallet = await world.createDepositor(10_000n * USDC);
      await world.send(wallet, [await deposit(world, wallet.address, 100n * USDC)]);
      for (const refusal of REFUSALS) await assertRefuses(world, wallet, refusal);
    });

    test('refuses a second request, one before its time, and one against empty idle funds', async (t) => {
      const world = await startVaultSandbox(t, directory);
      world.setVault({ configuration: { withdrawalWaitingPeriod: 600n } });
      const wallet = await world.createDepositor(600_000n * USDC);
      const half = (w: VaultSandbox, user: Address) => requestWithdraw(w, user, { amount: 500_000n * USDC });
      await world.send(wallet, [await deposit(world, wallet.address, 600_000n * USDC)]);
      assert.equal((await world.send(wallet, [await half(world, wallet.address)])).err, null);
      await assertRefuses(world, wallet, ['a second request', 'Custom 0', half]);
      await assertRefuses(world, wallet, ['too early', 'WithdrawalNotYetAvailable', withdraw]);
      await assertRefuses(world, wallet, ['switched off', 'OperationNotAllowed', withdraw, off(WITHDRAWALS)]);
      await assertRefuses(world, wallet, ['switched off', 'OperationNotAllowed', cancel, off(WITHDRAWALS)]);
      world.ledger.advanceEpochs(1);
      assert.ok(world.idle() < 500_000n * USDC);
      await assertRefuses(world, wallet, ['more than is idle', 'Custom 1', withdraw]);
    });

    test('refuses what is beyond the idle funds as the token program does', async (t) => {
      const world = await startVaultSandbox(t, directory);
      const wallet = await world.createDepositor(1_000_000n * USDC);
      await world.send(wallet, [await deposit(world, wallet.address, 1_000_000n * USDC)]);
      world.ledger.advanceEpochs(1);
      const step: Step = (w, user) => instantWithdraw(w, user, { amount: w.idle() + 1n });
      await assertRefuses(world, wallet, ['one base unit too many', 'Custom 1', step]);
    });
  });
}

describe('refusals of a strategy', () => {
  test('every refusal has its name, costs the fee and changes nothing', async (t) => {
    const world = await startVaultSandbox(t);
    const wallet = await world.createDepositor(10_000n * USDC);
    await world.send(wallet, [await deposit(world, wallet.address, 100n * USDC)]);
    for (const refusal of STRATEGY_REFUSALS) await assertRefuses(world, wallet, refusal);
  });
});
