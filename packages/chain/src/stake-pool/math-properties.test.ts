import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { address } from '@solana/kit';
import fc from 'fast-check';
import { PLAIN_POOL, PLAIN_VALIDATOR } from '../../test/stake-pool/plain-pool.ts';
import type { Fee, StakePool } from './accounts.ts';
import { STAKE_POOL_ERROR__CALCULATION_FAILURE } from './generated/errors/index.ts';
import {
  applyFee,
  type Deposit,
  epochFeeTokens,
  type FeeRounding,
  type PoolTotals,
  previewDepositSol,
  previewDepositStake,
  type Refusal,
} from './math.ts';
import { previewWithdrawSol, type Withdrawal } from './withdrawal-math.ts';

const VOTE = address('7K8DVxtNJGnMtUY1CQJT5jcs8sFGSZTDiG7kowvFpECh');
const validators = [PLAIN_VALIDATOR];
const EPOCH = 3n;

const amount = fc.bigInt(0n, 10n ** 17n);
const rounding = fc.constantFrom<FeeRounding[]>('down', 'up');
const fee: fc.Arbitrary<Fee> = fc
  .tuple(fc.bigInt(0n, 100_000n), fc.bigInt(0n, 100_000n))
  .map(([a, b]) => ({ denominator: a > b ? a : b, numerator: a > b ? b : a }));
const percent = fc.nat(100);

function anyPool(totals: fc.Arbitrary<bigint>): fc.Arbitrary<StakePool> {
  return fc
    .record({
      totalLamports: totals,
      poolTokenSupply: totals,
      solDepositFee: fee,
      stakeDepositFee: fee,
      solWithdrawalFee: fee,
      solReferralFee: percent,
      stakeReferralFee: percent,
    })
    .map((changes) => ({ ...PLAIN_POOL, ...changes }));
}
const pools = anyPool(amount);
const livePools = anyPool(fc.bigInt(1n, 10n ** 17n));

function deposit(pool: StakePool, lamports: bigint, feeRounding: FeeRounding): Deposit | undefined {
  const result = previewDepositSol(pool, { lamports, epoch: EPOCH, feeRounding });
  return result.ok ? result : undefined;
}

function withdraw(pool: StakePool, poolTokens: bigint, feeRounding: FeeRounding): Withdrawal | undefined {
  const reserve = { reserveLamports: 10n ** 18n, reserveRent: 0n };
  const result = previewWithdrawSol(pool, { poolTokens, epoch: EPOCH, feeRounding, ...reserve });
  return result.ok ? result : undefined;
}

/** Refused because an amount left 64 bits. */
function isBeyond(result: Deposit | Refusal): boolean {
  return !result.ok && 'code' in result && result.code === STAKE_POOL_ERROR__CALCULATION_FAILURE;
}

function getTokens(result: Deposit | Refusal): bigint {
  return result.ok ? result.userTokens : 0n;
}

/** A token is worth no less afterwards. */
function assertPriceHeld(before: PoolTotals, after: PoolTotals): void {
  assert.ok(after.totalLamports * before.poolTokenSupply >= before.totalLamports * after.poolTokenSupply);
}

suite('deposits', () => {
  test('all tokens minted are the supply gained, and what is not the user is the fee', () => {
    fc.assert(
      fc.property(pools, amount, rounding, (pool, lamports, feeRounding) => {
        const made = deposit(pool, lamports, feeRounding);
        if (made === undefined) return;
        const minted = made.userTokens + made.referrerTokens + made.managerTokens;
        assert.equal(made.pool.poolTokenSupply - pool.poolTokenSupply, minted);
        assert.equal(made.pool.totalLamports - pool.totalLamports, lamports);
        const feeTokens = made.referrerTokens + made.managerTokens;
        assert.equal(feeTokens, applyFee(pool.solDepositFee, minted, feeRounding));
        for (const part of [made.userTokens, made.referrerTokens, made.managerTokens]) assert.ok(part >= 0n);
      }),
    );
  });

  test('no deposit takes value from those who are in the pool', () => {
    fc.assert(
      fc.property(livePools, amount, rounding, (pool, lamports, feeRounding) => {
        const made = deposit(pool, lamports, feeRounding);
        if (made !== undefined) assertPriceHeld(pool, made.pool);
      }),
    );
  });

  test('more lamports give no fewer tokens', () => {
    fc.assert(
      fc.property(pools, amount, amount, rounding, (pool, a, b, feeRounding) => {
        const [less, more] = [a < b ? a : b, a < b ? b : a].map((lamports) =>
          previewDepositSol(pool, { lamports, epoch: EPOCH, feeRounding }),
        );
        assert.ok(less && more);
        if (isBeyond(more)) return;
        assert.ok(getTokens(more) >= getTokens(less));
      }),
    );
  });

  test('rounding fees up never gives the user more', () => {
    fc.assert(
      fc.property(pools, amount, (pool, lamports) => {
        const up = deposit(pool, lamports, 'up')?.userTokens ?? 0n;
        assert.ok(up <= (deposit(pool, lamports, 'down')?.userTokens ?? 0n));
      }),
    );
  });

  test('a stake that is all delegation or none bears one fee, and splits add up', () => {
    fc.assert(
      fc.property(pools, amount, amount, rounding, (pool, delegatedLamports, rest, feeRounding) => {
        const lamports = delegatedLamports + rest;
        const offer = { lamports, delegatedLamports, voteAccount: VOTE, epoch: EPOCH };
        const made = previewDepositStake(pool, { ...offer, validators, feeRounding });
        if (!made.ok) return;
        const minted = made.userTokens + made.referrerTokens + made.managerTokens;
        assert.equal(made.pool.poolTokenSupply - pool.poolTokenSupply, minted);
        assert.equal(made.lamportsToReserve, rest);
        if (delegatedLamports !== 0n) return;
        const sameShare = { ...pool, solReferralFee: pool.stakeReferralFee };
        assert.equal(made.userTokens, deposit(sameShare, lamports, feeRounding)?.userTokens);
      }),
    );
  });
});

suite('withdrawals', () => {
  test('tokens are burned or go to the manager, and the pool pays what the user gets', () => {
    fc.assert(
      fc.property(livePools, amount, rounding, (pool, tokens, feeRounding) => {
        const poolTokens = tokens % (pool.poolTokenSupply + 1n);
        const made = withdraw(pool, poolTokens, feeRounding);
        if (made === undefined) return;
        assert.equal(made.burnedTokens + made.feeTokens, poolTokens);
        assert.equal(pool.totalLamports - made.pool.totalLamports, made.lamports);
        assert.ok(made.pool.totalLamports >= 0n);
        assertPriceHeld(pool, made.pool);
      }),
    );
  });

  test('what was deposited is never worth more when it is taken out again', () => {
    fc.assert(
      fc.property(livePools, amount, rounding, (pool, lamports, feeRounding) => {
        const made = deposit(pool, lamports, feeRounding);
        if (made === undefined) return;
        const back = withdraw({ ...pool, ...made.pool }, made.userTokens, feeRounding);
        assert.ok((back?.lamports ?? 0n) <= lamports);
      }),
    );
  });

  test('more tokens give no fewer lamports', () => {
    fc.assert(
      fc.property(livePools, amount, amount, rounding, (pool, a, b, feeRounding) => {
        const [low, high] = [a % (pool.poolTokenSupply + 1n), b % (pool.poolTokenSupply + 1n)];
        const less = withdraw(pool, low < high ? low : high, feeRounding)?.lamports ?? 0n;
        const more = withdraw(pool, low < high ? high : low, feeRounding)?.lamports ?? 0n;
        assert.ok(more >= less);
      }),
    );
  });
});

test('the tokens of an epoch fee are never worth more than the fee', () => {
  fc.assert(
    fc.property(livePools, fee, amount, rounding, (pool, epochFee, reward, feeRounding) => {
      const tokens = epochFeeTokens(pool, epochFee, reward, feeRounding);
      const total = pool.totalLamports + reward;
      const worth = (tokens * total) / (pool.poolTokenSupply + tokens);
      assert.ok(worth <= applyFee(epochFee, reward, feeRounding));
    }),
  );
});
