import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FigureUnavailable } from '../problems/faults.ts';
import { exactQuotient, findPercent, findPercentOfFraction, requirePercent } from './figures.ts';

test('fractions become percent at full precision', () => {
  assert.equal(findPercentOfFraction(0.0641), 6.41);
  assert.equal(findPercentOfFraction(0.0569), 5.69);
  assert.equal(findPercentOfFraction(0.05561778893726088), 5.56177889372609);
  assert.equal(findPercentOfFraction(10), 1_000);
  assert.equal(findPercent(5.5998), 5.5998);
});

test('what no stake yields is no yield', () => {
  for (const value of [
    0,
    -0,
    -0.01,
    -5,
    10.001,
    64,
    1e308,
    Number.POSITIVE_INFINITY,
    Number.NaN,
    null,
    undefined,
  ]) {
    assert.equal(findPercentOfFraction(value), undefined, String(value));
  }
  for (const value of [0, -1e-9, 1_000.001, 6_400, Number.NaN, null, undefined]) {
    assert.equal(findPercent(value), undefined, String(value));
  }
  assert.throws(() => requirePercent(undefined), FigureUnavailable);
});

test('a quotient of ledger amounts is the nearest double, however large they are', () => {
  assert.equal(exactQuotient(1n, 3n), 1 / 3);
  assert.equal(exactQuotient(10_723n, 10_000n), 1.0723);
  assert.equal(exactQuotient(2n ** 64n - 1n, 2n ** 64n - 1n), 1);
  // Dividing the nearest doubles would give a half less.
  assert.equal(exactQuotient(9_007_199_254_740_993n, 3n), 3_002_399_751_580_331);
  assert.equal(Number(9_007_199_254_740_993n) / 3, 3_002_399_751_580_330.5);
  assert.equal(exactQuotient(18_446_744_073_709_551_615n, 3n), Number(6_148_914_691_236_517_205n));
  assert.equal(exactQuotient(1n, 10n ** 18n), 1e-18);
});

test('nothing divided, or divided by nothing, is no rate', () => {
  for (const [numerator, denominator] of [
    [0n, 1n],
    [1n, 0n],
    [0n, 0n],
    [-1n, 1n],
    [1n, -1n],
  ] as const) {
    assert.throws(() => exactQuotient(numerator, denominator), FigureUnavailable);
  }
});
