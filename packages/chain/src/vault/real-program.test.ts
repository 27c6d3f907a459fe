import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { readData, readTokens } from '../../test/ledger-accounts.ts';
import { programFile, skip } from '../../test/vault/program-file.ts';
import * as real from '../../test/vault/vault-ledger.ts';
import * as vaults from './index.ts';

const FUTURE = real.NOW + 5n;
const PLENTY = 10n ** 17n;
const EMPTY = {
  totalValue: 0n,
  lpMintSupply: 0n,
  deadWeight: 0n,
  managerFees: 0n,
  adminFees: 0n,
  protocolFees: 0n,
};
const ALL_FEE = { managerManagementFee: 10_000, lastManagementFeeUpdateTs: 1n };
const LOCKED = { lastReport: real.NOW, lastUpdatedLockedProfit: real.VAULT.totalValue };
const OVER_LOCKED = { ...LOCKED, lastUpdatedLockedProfit: real.VAULT.totalValue + 1n };

type Deposit = real.VaultSetup & { amount?: bigint };
type Withdrawal = Deposit & { isAmountInLp?: boolean; isWithdrawAll?: boolean };

const deposits: Record<string, Deposit> = {
  'an amount that does not divide': {},
  'one base unit': { amount: 1n },
  'all the user has': { amount: 10n ** 12n },
  'exactly up to the cap': { vault: { maxCap: real.VAULT.totalValue + 1_234_567n } },
  'at the start': { vault: { startAtTs: real.NOW } },
  'the first, of six decimals': { vault: EMPTY },
  'the first, of nine decimals': { vault: EMPTY, assetDecimals: 9 },
  'a first of the dead weight': { vault: EMPTY, assetDecimals: 9, amount: 1_000n },
  'no mark to lift': { vault: { highWaterMark: 2n ** 100n } },
  'no fee ever taken': { vault: { lastManagementFeeUpdateTs: 0n } },
  'an issuance fee of everything': { vault: { issuanceFee: 10_000 } },
  'into a vault without value, for a fee': { vault: { totalValue: 0n } },
  'a report in the future': { vault: { lastReport: FUTURE } },
};

const refusedDeposits: Record<string, Deposit> = {
  'switched off by the protocol': { operationalState: real.EVERYTHING_ON & ~2 },
  'switched off by the vault': { vault: { disabledOperations: 1 } },
  nothing: { amount: 0n },
  'beyond 64 bits': { vault: { totalValue: 2n ** 64n - 10n }, idle: 5n },
  'above the cap': { vault: { maxCap: real.VAULT.totalValue + 1_234_566n } },
  'before the start': { vault: { startAtTs: real.NOW + 1n } },
  'more than the user has': { userAsset: 1_234_566n },
  'a fee update in the future': { vault: { lastManagementFeeUpdateTs: FUTURE } },
  'a fee of everything': { vault: ALL_FEE },
  'LP without value': { vault: { totalValue: 0n, issuanceFee: 0 } },
};

const withdrawals: Record<string, Withdrawal> = {
  'LP that do not divide': {},
  'an amount of the asset': { isAmountInLp: false },
  'one LP base unit, worth nothing': { amount: 1n },
  everything: { isWithdrawAll: true },
  'everything of nothing': { isWithdrawAll: true, userLp: 0n },
  'all idle funds': { isAmountInLp: false, idle: 1_234_567n },
  'a redemption fee of everything': { vault: { redemptionFee: 10_000 } },
  'no lock': { vault: { lockedProfitDegradationDuration: 0n } },
};

const refusedWithdrawals: Record<string, Withdrawal> = {
  'switched off by the protocol': { operationalState: real.EVERYTHING_ON & ~4 },
  'switched off by the vault': { vault: { disabledOperations: 2 } },
  nothing: { amount: 0n },
  'everything, amount zero': { amount: 0n, isWithdrawAll: true },
  'no LP': { vault: { lpMintSupply: 0n } },
  'a report in the future': { vault: { lastReport: FUTURE } },
  'more locked than there is': { vault: OVER_LOCKED },
  'all of it locked': { vault: LOCKED },
  'a waiting period': { vault: { withdrawalWaitingPeriod: 1n } },
  'a fee update in the future': { vault: { lastManagementFeeUpdateTs: FUTURE } },
  'a fee of everything': { vault: ALL_FEE },
  'an amount for a fee of everything': { vault: { redemptionFee: 10_000 }, isAmountInLp: false },
  'more LP than the user has': { userLp: 1_234_566n },
  'more than lies idle': { isAmountInLp: false, idle: 1_234_566n },
  'more than there is': {
    isAmountInLp: false,
    amount: real.VAULT.totalValue + 1n,
    userLp: PLENTY,
    idle: PLENTY,
  },
};

const getIdle = ({ idle }: Withdrawal, before: vaults.VaultState) => idle ?? before.totalValue;
const getState = ({ operationalState = real.EVERYTHING_ON }: Withdrawal) => ({
  operationalState,
  now: real.NOW,
});

suite('the arithmetic agrees with the real program', { skip }, () => {
  let world: real.VaultLedger;

  before(async () => {
    world = await real.openVaultLedger(programFile);
  });

  async function deposit(setup: Deposit) {
    const { amount = 1_234_567n, assetDecimals = 6, userAsset = 10n ** 12n } = setup;
    const state = await real.writeVault(world, setup);
    const expected = vaults.previewDeposit(state, { amount, assetDecimals, userAsset, ...getState(setup) });
    const account = vaults.getVaultDecoder().decode(readData(world.svm, world.accounts.vault));
    const outcome = world.send(vaults.getDepositVaultInstruction({ ...world.accounts, amount }));
    return { amount, account, state, expected, outcome };
  }

  async function withdraw(setup: Withdrawal) {
    const { amount = 1_234_567n, isAmountInLp = true, isWithdrawAll = false, userLp = 10n ** 12n } = setup;
    const state = await real.writeVault(world, setup);
    const asked = { amount, isAmountInLp, isWithdrawAll };
    const expected = vaults.previewInstantWithdraw(state, {
      ...asked,
      userLp,
      idle: getIdle(setup, state),
      ...getState(setup),
    });
    const account = vaults.getVaultDecoder().decode(readData(world.svm, world.accounts.vault));
    const outcome = world.send(vaults.getInstantWithdrawVaultInstruction({ ...world.accounts, ...asked }));
    return { userLp, account, state, expected, outcome };
  }

  function assertAccount(before: vaults.Vault, after: vaults.VaultState): void {
    assert.deepEqual(real.readVault(world), after);
    const written = vaults.getVaultEncoder().encode(vaults.withVaultState(before, after, real.NOW));
    assert.deepEqual(readData(world.svm, world.accounts.vault), new Uint8Array(written));
  }

  function assertRefused(
    expected: { ok: boolean } | vaults.VaultRefusal,
    outcome: real.TransactionResult,
  ): void {
    assert.ok(outcome && 'code' in expected, 'One of the two accepted it.');
    assert.equal(outcome.customCode, expected.code);
    const ours = outcome.programAddress === vaults.VOLTR_VAULT_PROGRAM_ADDRESS;
    assert.equal(expected.by, ours ? 'vault' : 'token');
  }

  for (const [name, setup] of Object.entries(deposits)) {
    test(`deposit: ${name}`, async () => {
      const { amount, account, expected, outcome } = await deposit(setup);
      assert.equal(outcome, undefined);
      assert.ok(expected.ok);
      assertAccount(account, expected.vault);
      const { userLpAta, userAssetAta } = world.accounts;
      assert.equal(readTokens(world.svm, userLpAta), 10n ** 12n + expected.lpMinted);
      assert.equal(readTokens(world.svm, userAssetAta), 10n ** 12n - amount);
    });
  }

  for (const [name, setup] of Object.entries(withdrawals)) {
    test(`withdrawal: ${name}`, async () => {
      const { userLp, account, state, expected, outcome } = await withdraw(setup);
      assert.equal(outcome, undefined);
      assert.ok(expected.ok);
      assertAccount(account, expected.vault);
      const { userLpAta, userAssetAta, vaultAssetIdleAta } = world.accounts;
      assert.equal(readTokens(world.svm, userLpAta), userLp - expected.lpBurned);
      assert.equal(readTokens(world.svm, userAssetAta), 10n ** 12n + expected.assetPaid);
      assert.equal(readTokens(world.svm, vaultAssetIdleAta), getIdle(setup, state) - expected.assetPaid);
    });
  }

  test('what is refused is refused alike, and of two causes the same one is named', async () => {
    for (const [name, setup] of real.inPairs(refusedDeposits)) {
      const { expected, outcome } = await deposit(setup);
      assert.doesNotThrow(() => assertRefused(expected, outcome), `deposit: ${name}`);
    }
    for (const [name, setup] of real.inPairs(refusedWithdrawals)) {
      const { expected, outcome } = await withdraw(setup);
      assert.doesNotThrow(() => assertRefused(expected, outcome), `withdrawal: ${name}`);
    }
  });

  test('LP withdrawn in a vault without enough of them overflow', async () => {
    const { expected, outcome } = await withdraw({
      amount: 10n ** 9n,
      vault: { lpMintSupply: 10n ** 8n, managerFees: 10n ** 12n },
    });
    assertRefused(expected, outcome);
  });
});
