import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Capture } from '../yields/figures.ts';
import { implyCarry } from './facts.ts';

const YEAR = 365 * 86_400_000;
/** 2.75 SOL of raSOL for each that the vault is worth. */
const BALANCE = { assets: 2_750n, debt: 1_750n };

/** Two captures two days apart: raSOL earns `stake` and debt costs `borrow`, both as fractions a year, continuously. */
function capture(stake: number, borrow: number, { assets, debt } = BALANCE): Capture[] {
  const elapsed = 2 * 86_400_000;
  const years = elapsed / YEAR;
  const share = Number(assets) / Number(assets - debt);
  const vault = Math.exp((stake * share - borrow * (share - 1)) * years);
  const pool = Math.exp(stake * years);
  const known = { epoch: 1, apy: null };
  return [
    { ...known, measuredAt: 0, assetPerReceipt: '1', worthPerReceipt: '1.1' },
    {
      ...known,
      measuredAt: elapsed,
      assetPerReceipt: (vault / pool).toFixed(18),
      worthPerReceipt: (1.1 * vault).toFixed(18),
    },
  ];
}

const percent = (rate: number) => Math.expm1(rate) * 100;

function assertNear(text: string | null, expected: number): void {
  assert.ok(text !== null && Math.abs(Number(text) - expected) < 0.001, `${text} is about ${expected}`);
}

describe('implyCarry', () => {
  for (const [stake, borrow] of [
    [0.06, 0.04],
    [0.06, 0.061],
    [0.05, 0.2],
    [0.06, 0],
  ] as const) {
    test(`finds a debt that costs ${borrow} beside a stake that earns ${stake}`, () => {
      const carry = implyCarry(capture(stake, borrow), BALANCE);
      assertNear(carry.stakeRatePercent, percent(stake));
      assertNear(carry.borrowRatePercent, percent(borrow));
      assertNear(carry.carryPercent, percent(stake * 2.75 - borrow * 1.75));
      assert.equal(carry.isCarryNegative, borrow > stake);
    });
  }

  test('says nothing with fewer than two captures, or none that can be compared', () => {
    const [first, second] = capture(0.06, 0.04);
    assert.ok(first && second);
    for (const captures of [
      [],
      [first],
      [first, { ...second, measuredAt: 0 }],
      [first, { ...second, assetPerReceipt: '0' }],
    ]) {
      assert.deepEqual(new Set(Object.values(implyCarry(captures, BALANCE))), new Set([null]));
    }
  });

  test('knows no cost of a debt that is none, or that eats the vault', () => {
    const captures = capture(0.06, 0.04);
    for (const balance of [
      { assets: 10n, debt: 0n },
      { assets: 10n, debt: 10n },
      { assets: 10n, debt: 11n },
    ]) {
      const { stakeRatePercent, borrowRatePercent, isCarryNegative } = implyCarry(captures, balance);
      assertNear(stakeRatePercent, percent(0.06));
      assert.deepEqual([borrowRatePercent, isCarryNegative], [null, null]);
    }
  });
});
