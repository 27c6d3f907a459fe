import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isProblemError } from '../problems/problem.ts';
import { parseStrictJson } from './requests.ts';

const refusals: Record<string, [string | Buffer, string]> = {
  'no bytes': ['', 'BODY_MISSING'],
  'a broken object': ['{"a":', 'BODY_MALFORMED'],
  'a comment': ['{"a":1}//', 'BODY_MALFORMED'],
  'a trailing comma': ['{"a":1,}', 'BODY_MALFORMED'],
  'a byte order mark': ['\ufeff{"a":1}', 'BODY_MALFORMED'],
  'bytes that are not UTF-8': [Buffer.from('{"a":"\xff"}', 'latin1'), 'BODY_MALFORMED'],
  'a repeated key': ['{"amount":"1","amount":"1000000"}', 'KEY_REPEATED'],
  'a repeated key in escapes': ['{"amount":"1","\\u0061mount":"2"}', 'KEY_REPEATED'],
  'a repeated key inside': ['{"router_order":{"a":1,"a":1}}', 'KEY_REPEATED'],
  'the key __proto__': ['{"__proto__":{"x":1}}', 'KEY_REFUSED'],
  'the key __proto__ in escapes': ['{"\\u005f_proto__":{"x":1}}', 'KEY_REFUSED'],
  'the key constructor inside': ['{"router_order":{"constructor":{"prototype":{}}}}', 'KEY_REFUSED'],
  'an integer a double cannot hold': ['{"lamports":9007199254740993}', 'NUMBER_INEXACT'],
  'a fraction a double cannot hold': ['{"lamports":4503599627370495.99999}', 'NUMBER_INEXACT'],
  'a number beyond doubles': ['{"lamports":1e400}', 'NUMBER_INEXACT'],
  'seventeen levels': ['['.repeat(17) + ']'.repeat(17), 'BODY_TOO_DEEP'],
  'thirty thousand levels': ['['.repeat(30_000) + ']'.repeat(30_000), 'BODY_TOO_DEEP'],
  'over a thousand arrays': [JSON.stringify({ a: Array.from({ length: 1_100 }, () => []) }), 'BODY_TOO_WIDE'],
  'more than 256 members': [
    JSON.stringify(Object.fromEntries(Array.from({ length: 257 }, (_, i) => [`k${i}`, i]))),
    'BODY_TOO_WIDE',
  ],
};
for (const [name, [body, code]] of Object.entries(refusals)) {
  test(`refuses ${name}`, () => {
    assert.throws(
      () => parseStrictJson(Buffer.from(body)),
      (error) => isProblemError(error) && error.slug === 'invalid_request' && error.code === code,
    );
    assert.equal(({} as { x?: unknown }).x, undefined);
  });
}

test('names the repeated key', () => {
  assert.throws(() => parseStrictJson(Buffer.from('{"wallet":"a","wallet":"b"}')), /"wallet" twice/);
});

test('the same key may stand in two objects', () => {
  const body = '{"a":{"k":1},"b":{"k":2},"c":[{"k":3},{"k":4}]}';
  assert.deepEqual(parseStrictJson(Buffer.from(body)), JSON.parse(body));
});

test('accepts what JSON.stringify prints, unchanged', () => {
  const value = fc.dictionary(
    fc.string().filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key)),
    fc.oneof(
      fc.string(),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    ),
    { maxKeys: 20 },
  );
  fc.assert(
    fc.property(value, (each) => {
      assert.deepEqual(parseStrictJson(Buffer.from(JSON.stringify(each))), JSON.parse(JSON.stringify(each)));
    }),
  );
});
