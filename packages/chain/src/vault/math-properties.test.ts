import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { VaultState } from './accounts.ts';
import { lockedProfit, netAssetValue, redeemableValue } from './math.ts';
import { previewInstantWithdraw } from './withdrawals.ts';

const NOW = 1_780_000_000n;
const PLENTY = 2n ** 64n - 1n;
const ON = 0x1fff;

const amount = fc.bigInt(1n, 10n ** 15n);
const bps = fc.nat(2_000);
const past = fc.bigInt(0n, 20_000_000n).map((ago) => NOW - ago);

// Vaults that a first deposit has opened, with a price within a factor of a million of the first.
const vaults: fc.Arbitrary<VaultState> = fc
  .record({
    totalValue: fc.bigInt(1n, 10n ** 15n),
    lpMintSupply: fc.bigInt(1n, 10n ** 15n),
    deadWeight: fc.constant(1_000n),
    managerFees: fc.bigInt(0n, 10n ** 9n),
    adminFees: fc.bigInt(0n, 10n ** 9n),
    protocolFees: fc.bigInt(0n, 10n ** 9n),
    managerManagementFee: bps,
    adminManagementFee: bps,
    protocolManagementFee: bps,
    managerPerformanceFee: bps,
    adminPerformanceFee: bps,
    protocolPerformanceFee: bps,
    issuanceFee: fc.nat(10_000),
    redemptionFee: fc.nat(9_999),
    lastManagementFeeUpdateTs: past,
    lastPerformanceFeeUpdateTs: past,
    lockedProfitDegradationDuration: fc.bigInt(0n, 1_000_000n),
    lastUpdatedLockedProfit: fc.bigInt(0n, 10n ** 15n),
    lastReport: past,
    highWaterMark: fc.bigInt(0n, 2n ** 70n),
    maxCap: fc.constant(PLENTY),
    startAtTs: fc.constant(0n),
    withdrawalWaitingPeriod: fc.constant(0n),
    disabledOperations: fc.constant(0),
  })
  .map((vault) => ({ ...vault, lastUpdatedLockedProfit: vault.lastUpdatedLockedProfit % vault.totalValue }));

function withdraw(vault: VaultState, x: bigint, isAmountInLp: boolean) {
  const rest = { isWithdrawAll: false, userLp: PLENTY, idle: PLENTY, now: NOW, operationalState: ON };
  const made = previewInstantWithdraw(vault, { amount: x, isAmountInLp, ...rest });
  return made.ok ? made : undefined;
}

suite('withdrawals', () => {
  test('the LP that an amount costs pay at least that amount less one base unit, and one LP less pays no more', () => {
    fc.assert(
      fc.property(vaults, amount, (vault, x) => {
        const byAsset = withdraw(vault, x, false);
        if (!byAsset) return;
        const redeemed = redeemableValue(vault, byAsset.lpBurned, NOW);
        assert.ok(redeemed.ok && redeemed.asset >= x - 1n);
        const fewer = redeemableValue(vault, byAsset.lpBurned - 1n, NOW);
        assert.ok(fewer.ok && fewer.asset <= x);
      }),
    );
  });

  test('the value told beforehand is what is paid', () => {
    fc.assert(
      fc.property(vaults, amount, (vault, lp) => {
        const told = redeemableValue(vault, lp, NOW);
        const paid = withdraw(vault, lp, true);
        if (paid) assert.deepEqual(told, { ok: true, asset: paid.assetPaid });
      }),
    );
  });
});

suite('time', () => {
  test('frees locked profit evenly and never gives it back', () => {
    fc.assert(
      fc.property(vaults, fc.bigInt(0n, 2_000_000n), fc.bigInt(0n, 2_000_000n), (vault, a, b) => {
        const [sooner, later] = [a < b ? a : b, a < b ? b : a].map((s) =>
          lockedProfit(vault, vault.lastReport + s),
        );
        assert.ok(sooner !== undefined && later !== undefined);
        assert.ok(later <= sooner && sooner <= vault.lastUpdatedLockedProfit);
      }),
    );
    const given = { lockedProfitDegradationDuration: 100n, lastUpdatedLockedProfit: 10n, lastReport: 1_000n };
    const [vault] = fc.sample(vaults, 1);
    assert.ok(vault);
    const lock = { ...vault, ...given };
    assert.deepEqual(
      [999n, 1_000n, 1_050n, 1_099n, 1_100n, 1_101n].map((now) => lockedProfit(lock, now)),
      [undefined, 10n, 5n, 0n, 0n, 0n],
    );
    assert.equal(lockedProfit({ ...lock, lockedProfitDegradationDuration: 0n }, 999n), undefined);
  });

  test('only ever lowers the net asset value, by the management fee', () => {
    fc.assert(
      fc.property(vaults, fc.bigInt(0n, 10_000_000n), (vault, seconds) => {
        const [now, later] = [netAssetValue(vault, NOW), netAssetValue(vault, NOW + seconds)];
        if (now.ok && later.ok) assert.ok(later.asset * now.lp <= now.asset * later.lp);
      }),
    );
  });
});
