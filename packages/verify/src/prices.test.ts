import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  applyFee,
  type StakePool as ChainPool,
  lamportsForPoolTokens,
  poolTokensForLamports,
} from '@staking-agent/chain/stake-pool';
import {
  accrueManagementFee,
  assetForLp as chainAssetForLp,
  lpForAsset as chainLpForAsset,
  lpSupplyIncludingFees,
  previewDeposit,
  unlockedValue,
  type VaultState,
} from '@staking-agent/chain/vault';
import fc from 'fast-check';
import {
  assetForLp,
  findShares,
  lamportsForTokens,
  lpForAsset,
  lpForDeposit,
  type StakePool,
  stakeForTokens,
  tokensForLamports,
  type Vault,
} from './ledger.ts';

/*
 * The verifier's prices beside those of packages/chain, which reproduce recorded results of the programs. They share no
 * code.
 */

const NOW = 1_780_000_000n;
const RUNS = { numRuns: 500 };
/** Of all sizes, and round ones, where a division that loses a fraction shows. */
const amount = fc.oneof(
  fc.bigInt(1n, 10n ** 15n),
  fc.bigInt(1n, 100n),
  fc.constantFrom(1n, 3n, 7n, 1_000n, 10n ** 9n),
);
const bps = fc.oneof(fc.nat(2_000), fc.constantFrom(0, 1, 1_000));
const moment = fc
  .oneof(fc.bigInt(-5n, 20_000_000n), fc.constantFrom(-1n, 0n, 1n, 1_000n))
  .map((ago) => NOW - ago);

const vaults = fc
  .record({
    totalValue: amount,
    lpMintSupply: amount,
    managerFees: fc.bigInt(0n, 10n ** 9n),
    adminFees: fc.bigInt(0n, 10n ** 3n),
    protocolFees: fc.bigInt(0n, 10n),
    managerManagementFee: bps,
    adminManagementFee: bps,
    protocolManagementFee: bps,
    issuanceFee: fc.oneof(bps, fc.constantFrom(9_999, 10_000)),
    redemptionFee: fc.oneof(bps, fc.constantFrom(9_999, 10_000)),
    lastManagementFeeUpdateTs: fc.oneof(moment, fc.constant(0n)),
    lockedProfitDegradationDuration: fc.oneof(fc.bigInt(0n, 1_000_000n), fc.constantFrom(0n, 1n, 1_000n)),
    lastReport: moment,
    locked: fc.oneof(fc.bigInt(0n, 100n), fc.constantFrom(0n, 50n, 99n, 100n)),
  })
  .map(({ locked, ...vault }) => ({
    ...FIXED,
    ...vault,
    lastUpdatedLockedProfit: (vault.totalValue * locked) / 100n,
  }));

const FIXED = {
  deadWeight: 1_000n,
  managerPerformanceFee: 0,
  adminPerformanceFee: 0,
  protocolPerformanceFee: 0,
  lastPerformanceFeeUpdateTs: 0n,
  highWaterMark: 0n,
  maxCap: 2n ** 64n - 1n,
  startAtTs: 0n,
  withdrawalWaitingPeriod: 0n,
  disabledOperations: 0,
};

function toVault(state: VaultState): Vault {
  return {
    totalValue: state.totalValue,
    unmintedLp: state.deadWeight + state.managerFees + state.adminFees + state.protocolFees,
    managementFeeBps: BigInt(
      state.managerManagementFee + state.adminManagementFee + state.protocolManagementFee,
    ),
    lastManagementFee: state.lastManagementFeeUpdateTs,
    redemptionFeeBps: BigInt(state.redemptionFee),
    issuanceFeeBps: BigInt(state.issuanceFee),
    lockedProfit: state.lastUpdatedLockedProfit,
    lockedProfitDuration: state.lockedProfitDegradationDuration,
    lastReport: state.lastReport,
  };
}

/** The price of chain; undefined where its vault refuses. */
function priceOf(state: VaultState) {
  const accrued = accrueManagementFee(state, NOW);
  if (!accrued.ok) return undefined;
  const free = unlockedValue(accrued.vault, NOW);
  if (!free.ok) return undefined;
  const { redemptionFee } = state;
  return { unlocked: free.unlocked, lpSupply: lpSupplyIncludingFees(accrued.vault), redemptionFee };
}

suite('the price of a vault is the one that its program takes', () => {
  test('of its shares, at any moment', () => {
    fc.assert(
      fc.property(vaults, (state) => {
        const [price, shares] = [priceOf(state), findShares(toVault(state), state.lpMintSupply, NOW)];
        if (price === undefined) return assert.equal(shares, undefined);
        assert.deepEqual(shares, { value: state.totalValue, unlocked: price.unlocked, lp: price.lpSupply });
      }),
      RUNS,
    );
  });

  test('for LP that are redeemed, for an asset that is withdrawn, for one that is deposited', () => {
    let compared = 0;
    fc.assert(
      fc.property(vaults, amount, (state, base) => {
        const [vault, price] = [toVault(state), priceOf(state)];
        const shares = findShares(vault, state.lpMintSupply, NOW);
        if (price === undefined || shares === undefined) return;
        compared += 1;
        assert.equal(assetForLp(vault, shares, base), chainAssetForLp(base, price), 'redeemed');
        const cost = chainLpForAsset(base, price);
        assert.equal(lpForAsset(vault, shares, base), cost.ok ? cost.lp : undefined, 'withdrawn');
        const input = { amount: base, assetDecimals: 6, now: NOW, operationalState: 0x1fff };
        const deposit = previewDeposit(state, input);
        if (deposit.ok) assert.equal(lpForDeposit(vault, shares, base), deposit.lpMinted, 'deposited');
      }),
      RUNS,
    );
    assert.ok(compared > 50, `${compared} vaults have a price`);
  });

  test('for LP that are redeemed, where a fraction that is lost is a unit', () => {
    const small = fc.bigInt(1n, 100n);
    fc.assert(
      fc.property(small, small, small, fc.constantFrom(1_000, 2_500, 5_000), (lp, unlocked, supply, bps) => {
        const vault = { redemptionFeeBps: BigInt(bps) } as Vault;
        const price = { unlocked, lpSupply: supply, redemptionFee: bps };
        assert.equal(assetForLp(vault, { value: 0n, unlocked, lp: supply }, lp), chainAssetForLp(lp, price));
      }),
      { numRuns: 2_000, seed: 1 },
    );
  });

  test('of a vault without LP there is none', () => {
    const vault = toVault({ ...FIXED, ...fc.sample(vaults, { seed: 1, numRuns: 1 })[0] } as VaultState);
    const shares = { value: 5n, unlocked: 5n, lp: 0n };
    assert.equal(assetForLp(vault, shares, 7n), 0n);
    assert.equal(lpForDeposit(vault, shares, 7n), undefined);
    assert.equal(
      lpForDeposit({ ...vault, issuanceFeeBps: 0n }, { value: 0n, unlocked: 0n, lp: 5n }, 7n),
      undefined,
    );
  });
});

const fee = fc.record({
  numerator: fc.bigInt(0n, 20n),
  denominator: fc.constantFrom(0n, 20n, 1_000n, 10_000n),
});
const pools = fc.record({
  totalLamports: fc.oneof(amount, fc.constant(0n)),
  poolTokenSupply: fc.oneof(amount, fc.constant(0n)),
  solDepositFee: fee,
  stakeWithdrawalFee: fee,
});

test('the price of a pool is the one that its program takes, with fees rounded up', () => {
  fc.assert(
    fc.property(pools, amount, (pool, base) => {
      const chain = pool as unknown as ChainPool;
      const own = { ...pool, tokenSupply: pool.poolTokenSupply } as unknown as StakePool;
      const tokens = poolTokensForLamports(chain, base);
      assert.equal(tokensForLamports(own, base), tokens - applyFee(pool.solDepositFee, tokens, 'up'));
      assert.equal(lamportsForTokens(own, base), lamportsForPoolTokens(chain, base));
      const kept = base - applyFee(pool.stakeWithdrawalFee, base, 'up');
      assert.equal(stakeForTokens(own, base), lamportsForPoolTokens(chain, kept));
    }),
    RUNS,
  );
});
