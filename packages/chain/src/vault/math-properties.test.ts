import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { VAULT } from '../../test/vault/vault-ledger.ts';
import type { VaultState } from './accounts.ts';
import {
  accrueManagementFee,
  lockedProfit,
  lpSupplyIncludingFees,
  netAssetValue,
  previewDeposit,
  redeemableValue,
} from './math.ts';
import { previewInstantWithdraw, previewInstantWithdrawStrategy } from './withdrawals.ts';

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

function deposit(vault: VaultState, x: bigint) {
  const made = previewDeposit(vault, { amount: x, assetDecimals: 6, now: NOW, operationalState: ON });
  return made.ok ? made : undefined;
}

function withdraw(vault: VaultState, x: bigint, isAmountInLp: boolean) {
  const rest = { isWithdrawAll: false, userLp: PLENTY, idle: PLENTY, now: NOW, operationalState: ON };
  const made = previewInstantWithdraw(vault, { amount: x, isAmountInLp, ...rest });
  return made.ok ? made : undefined;
}

/** What an LP base unit stands for did not fall. */
function assertPriceHeld(before: VaultState, after: VaultState): void {
  const accrued = accrueManagementFee(before, NOW);
  assert.ok(accrued.ok);
  const [was, is] = [lpSupplyIncludingFees(accrued.vault), lpSupplyIncludingFees(after)];
  assert.ok(after.totalValue * was >= before.totalValue * is);
}

suite('deposits', () => {
  test('never mint more than their share, and take nothing from those who are in', () => {
    fc.assert(
      fc.property(vaults, amount, (vault, x) => {
        const made = deposit(vault, x);
        if (!made) return;
        const value = netAssetValue(vault, NOW);
        assert.ok(value.ok);
        assert.ok(made.lpMinted * value.asset <= x * value.lp);
        assert.equal(made.vault.totalValue, vault.totalValue + x);
        assert.equal(made.vault.lpMintSupply, vault.lpMintSupply + made.lpMinted);
        assertPriceHeld(vault, made.vault);
      }),
    );
  });

  test('of more mint no less, and a higher issuance fee mints no more', () => {
    fc.assert(
      fc.property(vaults, amount, amount, fc.nat(10_000), (vault, a, b, fee) => {
        const [less, more] = [a < b ? a : b, a < b ? b : a];
        const [low, high] = [deposit(vault, less), deposit(vault, more)];
        if (low && high) assert.ok(high.lpMinted >= low.lpMinted);
        const dear = { ...vault, issuanceFee: Math.max(fee, vault.issuanceFee) };
        const [charged, usual] = [deposit(dear, a), deposit(vault, a)];
        if (usual) assert.ok(charged && charged.lpMinted <= usual.lpMinted);
      }),
    );
  });

  test('into an empty vault give a whole LP for a whole asset, less the dead weight', () => {
    fc.assert(
      fc.property(vaults, amount, fc.nat(18), (vault, x, assetDecimals) => {
        const none = { totalValue: 0n, lpMintSupply: 0n, deadWeight: 0n };
        const empty = { ...vault, ...none, managerFees: 0n, adminFees: 0n, protocolFees: 0n };
        const made = previewDeposit(empty, { amount: x, assetDecimals, now: NOW, operationalState: ON });
        const lp = (x * 10n ** 9n) / 10n ** BigInt(assetDecimals);
        if (made.ok) assert.equal(made.lpMinted, lp - 1_000n);
        else assert.ok(lp < 1_000n || lp >= 2n ** 64n);
      }),
    );
  });
});

suite('withdrawals', () => {
  test('take nothing from those who stay', () => {
    fc.assert(
      fc.property(vaults, amount, fc.boolean(), (vault, x, inLp) => {
        const made = withdraw(vault, inLp ? 1n + (x % vault.lpMintSupply) : x, inLp);
        if (!made || made.lpBurned > vault.lpMintSupply) return;
        assert.equal(made.vault.totalValue, vault.totalValue - made.assetPaid);
        assertPriceHeld(vault, made.vault);
      }),
    );
  });

  test('pay no more than was deposited just before', () => {
    fc.assert(
      fc.property(vaults, amount, (vault, x) => {
        const made = deposit(vault, x);
        if (!made || made.lpMinted === 0n) return;
        assert.ok((withdraw(made.vault, made.lpMinted, true)?.assetPaid ?? 0n) <= x);
      }),
    );
  });

  test('of more LP pay no less, and of more asset cost no less', () => {
    fc.assert(
      fc.property(vaults, amount, amount, (vault, a, b) => {
        const [less, more] = [a < b ? a : b, a < b ? b : a];
        const [low, high] = [withdraw(vault, less, true), withdraw(vault, more, true)];
        if (low && high) assert.ok(high.assetPaid >= low.assetPaid);
        const [cheap, dear] = [withdraw(vault, less, false), withdraw(vault, more, false)];
        if (cheap && dear) assert.ok(dear.lpBurned >= cheap.lpBurned);
      }),
    );
  });

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

  test('all is what the user has, whatever the amount', () => {
    fc.assert(
      fc.property(vaults, amount, amount, fc.boolean(), (vault, x, userLp, isAmountInLp) => {
        const rest = { userLp, idle: PLENTY, now: NOW, operationalState: ON };
        const all = previewInstantWithdraw(vault, { amount: x, isAmountInLp, isWithdrawAll: true, ...rest });
        const exact = { amount: userLp, isAmountInLp: true, isWithdrawAll: false };
        assert.deepEqual(all, previewInstantWithdraw(vault, { ...exact, ...rest }));
      }),
    );
  });

  test('from a strategy without news pay what idle funds would', () => {
    fc.assert(
      fc.property(vaults, amount, fc.boolean(), (vault, x, isAmountInLp) => {
        const idle = withdraw(vault, x, isAmountInLp);
        const made = previewInstantWithdrawStrategy(vault, {
          amount: x,
          isAmountInLp,
          isWithdrawAll: false,
          userLp: PLENTY,
          now: NOW,
          operationalState: ON,
          position: { reportedValue: PLENTY, actualValue: PLENTY, adaptorEpoch: 3n, epoch: 5n },
        });
        if (idle === undefined || idle.assetPaid === 0n) return assert.equal(made.ok, false);
        assert.deepEqual(made, { ...idle, positionValue: PLENTY - idle.assetPaid });
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
    const lock = { ...VAULT, ...given };
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
