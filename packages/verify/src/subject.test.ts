import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAmount, parseInteger } from './subject.ts';
import { Refusal } from './verification.ts';

const MOST = 2n ** 64n - 1n;
const read = (text: unknown, decimals: number): bigint | 'refused' => {
  try {
    return parseAmount(text as string, 'amount', decimals);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return 'refused';
  }
};

test('an amount is exact, positive, and fits 64 bits', () => {
  assert.equal(read('1.5', 9), 1_500_000_000n);
  assert.equal(read('0.000001', 6), 1n);
  assert.equal(read('18446744073709.551615', 6), MOST);
  for (const text of [
    '18446744073709.551616',
    '0',
    '0.0',
    '0.0000001',
    '1.0000000',
    '-1',
    undefined,
    '',
    ' 1',
    '1e3',
    '.5',
    '5.',
  ])
    assert.equal(read(text, 6), 'refused', String(text));
});

test('an integer is a number or text of digits from 0 to the highest of 64 bits', () => {
  for (const [value, due] of [
    [0, 0n],
    [7, 7n],
    ['0', 0n],
    ['7', 7n],
    [String(MOST), MOST],
    [Number.MAX_SAFE_INTEGER, BigInt(Number.MAX_SAFE_INTEGER)],
    [undefined, undefined],
  ] as const)
    assert.equal(parseInteger(value as string, 'lamports'), due);
  for (const value of [
    -1,
    0.5,
    Number.MAX_SAFE_INTEGER + 1,
    Number.NaN,
    '-1',
    '',
    'x',
    String(MOST + 1n),
    {},
    true,
    '1.5',
  ])
    assert.throws(() => parseInteger(value as string, 'lamports'), Refusal, String(value));
});
