import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findWorstWeek, type Row, traceEarned } from './money.ts';

const SOL = 1_000_000_000;
type Amounts = Readonly<Record<string, number>>;

/** A row of the first ten days of a year; amounts in whole units. */
function makeRow(
  day: number,
  type: Row['type'],
  gained: Amounts,
  lost: Amounts,
  strategy: Row['strategy'] = 'sol-liquid-stake',
): Row {
  const list = (amounts: Amounts) =>
    Object.entries(amounts).map(([asset, amount]) => ({
      asset,
      amount: String(amount),
      baseUnits: String(amount * SOL),
    }));
  return {
    cursor: String(day),
    type,
    strategy,
    account: 'account',
    signature: null,
    time: `2026-01-0${day}T00:00:00.000Z`,
    slot: String(day),
    epoch: '1',
    in: list(gained),
    out: list(lost),
    fee: null,
    tip: null,
    rate: null,
    known: 'ledger',
  };
}

const makePoints = (...yields: readonly number[]) =>
  yields.map((apy, i) => ({ date: `2026-01-0${i + 1}`, apy }));
const LIQUID = [
  makeRow(1, 'deposit', { raSOL: 9 }, { SOL: 10 }),
  makeRow(4, 'exit', { SOL: 5 }, { raSOL: 4 }),
];

describe('the money in a strategy', () => {
  test('its curve ends at what is earned, and grows by the yields in between', () => {
    const now = { value: 6, earned: 1, time: Date.parse('2026-01-05T00:00:00Z'), slot: 5, decimals: 9 };
    const curve = traceEarned(LIQUID, makePoints(10, 10, 10, 10), now);
    assert.ok(curve);
    const first = (6 / 5) * 9 * 1.1 ** (-4 / 365) - 10;
    assert.equal(curve.times.length, 5);
    assert.ok(Math.abs((curve.earned[0] ?? 0) - first) < 1e-9);
    assert.ok(Math.abs((curve.earned.at(-1) ?? 0) - 1) < 1e-9);
    assert.equal(traceEarned(LIQUID, [], { ...now, time: Date.parse('2026-01-01T09:00:00Z') }), undefined);
  });

  test('its curve is not drawn where it does not end at what the service says', () => {
    const now = { value: 6, earned: 1.5, time: Date.parse('2026-01-05T00:00:00Z'), slot: 5, decimals: 9 };
    assert.equal(traceEarned(LIQUID, makePoints(10, 10, 10, 10), now), undefined);
  });

  test('its curve has rewards of which no node keeps the time', () => {
    const native = 'sol-native-stake';
    const reward = { ...makeRow(3, 'reward', { 'staked SOL': 1 }, {}, native), time: null };
    const rows = [makeRow(1, 'deposit', { 'staked SOL': 2 }, { SOL: 2 }, native), reward];
    const time = Date.parse('2026-01-05T00:00:00Z');
    assert.deepEqual(traceEarned(rows, [], { value: 3, earned: 1, time, slot: 5, decimals: 9 }), {
      times: [1, 3, 5].map((day) => Date.parse(`2026-01-0${day}T00:00:00Z`)),
      earned: [0, 1, 1],
    });
  });
});

test('the worst week is the seven days in a row that brought least', () => {
  assert.equal(findWorstWeek(makePoints(1, 1, 1, 1, 1, 1, 1)), undefined);
  assert.ok((findWorstWeek(makePoints(9, 9, 9, 9, 9, 9, 9, 9))?.percent ?? 0) > 0);
  // One day at a pace that halves in a year costs half to the 365th root.
  const worst = findWorstWeek(makePoints(0, 0, 0, -50, 0, 0, 0, 0, 0));
  assert.equal(worst?.since, '2026-01-01');
  assert.ok(Math.abs((worst?.percent ?? 0) - (0.5 ** (1 / 365) - 1) * 100) < 1e-9);
});
