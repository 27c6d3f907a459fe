import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keepDigits, parseExactJson, parseKeepingDigits, parseLedgerJson } from './json.ts';

const U64 = 18_446_744_073_709_551_615n;

/** JSON text whose numbers are written in every way there is. */
const numbers = fc.oneof(
  fc.bigInt({ min: -(2n ** 66n), max: 2n ** 66n }).map(String),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.constantFrom('1.0', '1e5', '1E+2', '-0', '1e400', '0.10', '123456789012345678901234567890'),
);
const texts = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    numbers,
    fc.string().map((text) => JSON.stringify(text)),
    fc.constantFrom('true', 'null'),
    fc.array(tie('value')).map((items) => `[${items.join(',')}]`),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b', 'rentEpoch', '__proto__'), tie('value')))
      .map((members) => `{${members.map(([name, value]) => `"${name}":${value}`).join(', ')}}`),
  ),
})).value;

const readBigInteger = (value: number, source: string) =>
  !Number.isSafeInteger(value) && /^[0-9]{16,20}$/.test(source) ? BigInt(source) : value;

/** Prints what was parsed, bigints apart from numbers, without the epochs of rent. */
const print = (value: unknown) =>
  JSON.stringify(value, (name, each: unknown) =>
    name === 'rentEpoch'
      ? undefined
      : typeof each === 'bigint'
        ? `${each}n`
        : Object.is(each, -0)
          ? '-0'
          : each,
  );

test('what a ledger node says is parsed as number by number, but for the epoch of rent', () => {
  fc.assert(
    fc.property(texts, (text) => {
      assert.equal(print(parseLedgerJson(text)), print(parseExactJson(text, readBigInteger)));
    }),
    { numRuns: 500 },
  );
});

test('an account is parsed the short way, and keeps its lamports where they are many', () => {
  const account = (lamports: bigint) => `{"lamports":${lamports},"rentEpoch":${U64}}`;
  assert.deepEqual(parseLedgerJson(account(5n)), { lamports: 5, rentEpoch: Number(U64) });
  assert.deepEqual(parseLedgerJson(account(U64)), { lamports: U64, rentEpoch: U64 });
});

test('what keeps its digits prints as number by number', () => {
  fc.assert(
    fc.property(texts, (text) => {
      assert.equal(
        JSON.stringify(parseKeepingDigits(text)),
        JSON.stringify(parseExactJson(text, keepDigits)),
      );
    }),
    { numRuns: 500 },
  );
});

test('what is no JSON is none either way', () => {
  for (const parse of [parseLedgerJson, parseKeepingDigits]) {
    for (const text of ['', '{', '01', 'NaN', '[1,]']) assert.throws(() => parse(text), SyntaxError);
  }
});
