import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { printPercent, printRatio } from './facts.ts';

describe('printRatio', () => {
  const cases: readonly (readonly [bigint, bigint, number, 'down' | 'up', string])[] = [
    [0n, 7n, 4, 'down', '0'],
    [11n, 4n, 4, 'down', '2.75'],
    [2n, 3n, 4, 'down', '0.6666'],
    [2n, 3n, 4, 'up', '0.6667'],
    [1n, 100_000n, 4, 'down', '0'],
    [1n, 100_000n, 4, 'up', '0.0001'],
    [300n, 3n, 4, 'up', '100'],
  ];
  for (const [numerator, denominator, places, rounding, expected] of cases) {
    test(`${numerator} by ${denominator} is ${expected}, rounded ${rounding}`, () => {
      assert.equal(printRatio(numerator, denominator, places, rounding), expected);
    });
  }

  test('down is never more, and up never less, by less than the last place', () => {
    const u64 = fc.bigInt(0n, 2n ** 64n - 1n);
    fc.assert(
      fc.property(u64, fc.bigInt(1n, 2n ** 64n - 1n), (numerator, denominator) => {
        const [down, up] = (['down', 'up'] as const).map((rounding) =>
          toUnits(printRatio(numerator, denominator, 9, rounding)),
        );
        assert.ok(down !== undefined && up !== undefined);
        assert.ok(down * denominator <= numerator * 10n ** 9n);
        assert.ok(up * denominator >= numerator * 10n ** 9n);
        assert.ok(up - down <= 1n);
      }),
    );
  });
});

/** Reads decimal text with at most nine places. */
function toUnits(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(9, '0'));
}

test('printPercent has four places, below zero too, and null for what is not known', () => {
  assert.equal(printPercent(6.23456), '6.2346');
  assert.equal(printPercent(-0.5), '-0.5000');
  assert.equal(printPercent(0), '0.0000');
  assert.equal(printPercent(null), null);
  assert.equal(printPercent(undefined), null);
});
