import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isProblemError } from '../problems/problem-error.ts';
import { readIdempotencyKey } from './read-key.ts';

const refused: Record<string, string> = {
  nothing: '',
  'two quotes around nothing': '""',
  '256 characters': 'k'.repeat(256),
  '256 characters in quotes': `"${'k'.repeat(256)}"`,
  'a space inside': 'a key',
  'a tab': 'a\tkey',
  'a control character': 'key\x01',
  DEL: 'key\x7f',
  'UTF-8 as a header shows it': 'schlÃ¼ssel',
  'Latin-1': 'schl\xfcssel',
  'an emoji': '🔑',
  'two keys joined': 'k1, k2',
};
for (const [name, header] of Object.entries(refused)) {
  test(`refuses ${name}`, () => {
    assert.throws(
      () => readIdempotencyKey(header),
      (error) => isProblemError(error) && error.code === 'IDEMPOTENCY_KEY_MALFORMED',
    );
  });
}

test('takes 1 to 255 visible ASCII characters as they are', () => {
  for (const key of [
    '1',
    'k'.repeat(255),
    "'; drop table x; --".replaceAll(' ', ''),
    '../../x',
    '%00',
    '{"a":1}',
  ]) {
    assert.equal(readIdempotencyKey(key), key);
  }
});

test('one pair of quotes around a key is not part of it', () => {
  assert.equal(readIdempotencyKey('"8b4f2f0e"'), '8b4f2f0e');
  assert.equal(readIdempotencyKey('""8b4f2f0e""'), '"8b4f2f0e"');
  assert.equal(readIdempotencyKey('"8b4f'), '"8b4f');
});
