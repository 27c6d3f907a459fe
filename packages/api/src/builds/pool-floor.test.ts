import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StakePool } from '@staking-agent/chain/stake-pool';
import fc from 'fast-check';
import { computeWorth, createPoolFloor, printPoolFloor, readPoolFloor, type Trade } from './pool-floor.ts';

const FEE = { numerator: 1n, denominator: 1_000n };
const NONE = { numerator: 0n, denominator: 0n };

const createPool = (totalLamports: bigint, poolTokenSupply: bigint) =>
  ({
    totalLamports,
    poolTokenSupply,
    solDepositFee: FEE,
    solWithdrawalFee: FEE,
    stakeWithdrawalFee: NONE,
  }) as StakePool;

const TRADES: readonly Pick<Trade, 'operation' | 'kind'>[] = [
  { operation: 'stake', kind: undefined },
  { operation: 'unstake', kind: 'instant' },
  { operation: 'unstake', kind: 'slow' },
];
const total = fc.bigInt({ min: 10n ** 9n, max: 10n ** 17n });
const amount = fc.bigInt({ min: 10n ** 6n, max: 10n ** 14n });

describe('what the pool has to give', () => {
  for (const traded of TRADES) {
    for (const rounding of ['down', 'up'] as const) {
      test(`of ${traded.kind ?? 'a stake'}, fees rounded ${rounding}: less than the least is seen, to the unit`, () => {
        fc.assert(
          fc.property(
            total,
            total,
            amount,
            fc.bigInt({ min: 0n, max: 1_000n }),
            total,
            (lamports, supply, asked, slack, later) => {
              const trade = { ...traded, amount: asked };
              const [then, now] = [createPool(lamports, supply), createPool(later, supply)];
              const arrives = computeWorth(then, trade, { rounding });
              const least = arrives > slack ? arrives - slack : arrives;
              const floor = readPoolFloor(printPoolFloor(createPoolFloor(then, trade, { arrives, least })));
              assert.ok(floor);
              assert.deepEqual([floor.amount, floor.least], [asked, least]);
              assert.ok(computeWorth(then, trade, floor) >= floor.worth);
              // Where both roundings gave the same then, either is right.
              const brings = computeWorth(now, trade, floor);
              assert.equal(brings >= floor.worth, brings >= least);
            },
          ),
        );
      });
    }
  }

  test('what arrives beside it is a constant', () => {
    const trade = { operation: 'unstake', kind: 'slow', amount: 10n ** 12n } as const;
    const pool = createPool(11n * 10n ** 14n, 10n ** 15n);
    const floor = createPoolFloor(pool, trade, { arrives: 11n * 10n ** 11n - 5_000n, least: 10n ** 12n });
    assert.equal(floor.worth, 10n ** 12n + 5_000n);
  });

  test('another text is none', () => {
    for (const text of ['', 'down', 'down:1:2', 'over:1:2:3', 'up:1:2:-3', 'up:1:2:3:4', 'up:1:2:x']) {
      assert.equal(readPoolFloor(text), undefined);
    }
  });
});
