import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import type { VaultState } from './accounts.ts';
import { previewDeposit, type VaultRefusal } from './math.ts';
import { previewInstantWithdraw, previewInstantWithdrawStrategy } from './withdrawals.ts';

// Every case is what a build of the program did; fixtures/README.md says which.

type Text = Readonly<Record<string, string | number | undefined>>;
type Case = {
  assetDecimals?: number;
  now: string;
  vault: Text;
  lpMintSupply: string;
  amount: string;
  result: { error?: number | { ix: number; custom: number } } & Text;
};
type WithdrawalCase = Case & { isAmountInLp: boolean };

const EVERYTHING_ON = 0x1fff;
const PLENTY = 2n ** 64n - 1n;

function readCases<T extends Case>(name: string, count: number): T[] {
  const file = new URL(`../../fixtures/voltr_${name}.json`, import.meta.url);
  const cases: T[] = JSON.parse(readFileSync(file, 'utf8'));
  assert.ok(cases.length >= count, `${name} has ${cases.length} cases of ${count}`);
  return cases;
}

function createVault({ vault, lpMintSupply }: Case): VaultState {
  const big = (name: string) => BigInt(vault[name] ?? 0);
  const bps = (name: string) => Number(vault[name] ?? 0);
  return {
    totalValue: big('totalValue'),
    lpMintSupply: BigInt(lpMintSupply),
    deadWeight: big('deadWeight'),
    managerFees: big('accManagerFees'),
    adminFees: big('accAdminFees'),
    protocolFees: big('accProtocolFees'),
    managerManagementFee: bps('managerManagementFee'),
    adminManagementFee: bps('adminManagementFee'),
    protocolManagementFee: bps('protocolManagementFee'),
    managerPerformanceFee: bps('managerPerformanceFee'),
    adminPerformanceFee: bps('adminPerformanceFee'),
    protocolPerformanceFee: bps('protocolPerformanceFee'),
    issuanceFee: bps('issuanceFee'),
    redemptionFee: bps('redemptionFee'),
    lastManagementFeeUpdateTs: big('lastManagementFeeUpdateTs'),
    lastPerformanceFeeUpdateTs: 0n,
    lockedProfitDegradationDuration: big('lockedProfitDegradationDuration'),
    lastUpdatedLockedProfit: big('lastUpdatedLockedProfit'),
    lastReport: big('lastReport'),
    highWaterMark: big('hwmBits'),
    maxCap: big('maxCap'),
    startAtTs: big('startAtTs'),
    withdrawalWaitingPeriod: big('withdrawalWaitingPeriod'),
    disabledOperations: bps('disabledOperations'),
  };
}

/** What a case of the fixture and our answer have in common: amounts as text, or the code of the refusal. */
function assertSame(each: Case, actual: { ok: true } | VaultRefusal, said: () => Text): void {
  const { error } = each.result;
  const expected =
    error === undefined ? each.result : { error: typeof error === 'number' ? error : error.custom };
  assert.deepEqual(actual.ok ? said() : { error: actual.code }, expected, JSON.stringify(each));
  if (!actual.ok) assert.equal(actual.by, actual.code === 1 ? 'token' : 'vault');
}

function afterwards(vault: VaultState) {
  return {
    totalValueAfter: String(vault.totalValue),
    lpSupplyAfter: String(vault.lpMintSupply),
    accManagerFees: String(vault.managerFees),
    accAdminFees: String(vault.adminFees),
    accProtocolFees: String(vault.protocolFees),
    hwmBits: String(vault.highWaterMark),
  };
}

suite('the arithmetic is that of the program to the last integer', () => {
  test('deposits, 600 cases', () => {
    const cases = readCases<Case & { assetDecimals: number }>('deposit', 600);
    assert.deepEqual(new Set(cases.map((each) => each.assetDecimals)), new Set([6, 9]));
    for (const each of cases) {
      const actual = previewDeposit(createVault(each), {
        amount: BigInt(each.amount),
        assetDecimals: each.assetDecimals,
        now: BigInt(each.now),
        operationalState: EVERYTHING_ON,
      });
      assertSame(each, actual, () => {
        assert.ok(actual.ok);
        return {
          ...afterwards(actual.vault),
          lpMinted: String(actual.lpMinted),
          deadWeightAfter: String(actual.vault.deadWeight),
          lastManagementFeeUpdateTs: String(actual.vault.lastManagementFeeUpdateTs),
        };
      });
    }
  });

  test('withdrawals from idle funds, 600 cases', () => {
    const cases = readCases<
      WithdrawalCase & { userLp: string; isWithdrawAll: boolean; assetDecimals: number }
    >('instant_withdraw', 600);
    assert.deepEqual(new Set(cases.map((each) => each.assetDecimals)), new Set([6, 9]));
    for (const each of cases) {
      const actual = previewInstantWithdraw(createVault(each), {
        amount: BigInt(each.amount),
        isAmountInLp: each.isAmountInLp,
        isWithdrawAll: each.isWithdrawAll,
        userLp: BigInt(each.userLp),
        idle: PLENTY,
        now: BigInt(each.now),
        operationalState: EVERYTHING_ON,
      });
      assertSame(each, actual, () => {
        assert.ok(actual.ok);
        return {
          ...afterwards(actual.vault),
          assetPaid: String(actual.assetPaid),
          lpBurned: String(actual.lpBurned),
        };
      });
    }
  });

  test('withdrawals from a strategy, 900 cases', () => {
    const cases = readCases<WithdrawalCase & { positionBefore: string; unreportedGain: string }>(
      'instant_withdraw_strategy',
      900,
    );
    for (const each of cases) {
      const reportedValue = BigInt(each.positionBefore);
      const actual = previewInstantWithdrawStrategy(createVault(each), {
        amount: BigInt(each.amount),
        isAmountInLp: each.isAmountInLp,
        isWithdrawAll: false,
        userLp: PLENTY,
        now: BigInt(each.now),
        operationalState: EVERYTHING_ON,
        position: {
          reportedValue,
          actualValue: reportedValue + BigInt(each.unreportedGain),
          adaptorEpoch: 0n,
          epoch: 2n,
        },
      });
      assertSame(each, actual, () => {
        assert.ok(actual.ok);
        return {
          assetPaid: String(actual.assetPaid),
          lpBurned: String(actual.lpBurned),
          totalValueAfter: String(actual.vault.totalValue),
          positionAfter: String(actual.positionValue),
          lockedProfitAfter: String(actual.vault.lastUpdatedLockedProfit),
          lastReportAfter: String(actual.vault.lastReport),
          accManagerFeesAfter: String(actual.vault.managerFees),
          accAdminFeesAfter: String(actual.vault.adminFees),
          accProtocolFeesAfter: String(actual.vault.protocolFees),
          hwmBitsAfter: String(actual.vault.highWaterMark),
        };
      });
    }
  });
});
