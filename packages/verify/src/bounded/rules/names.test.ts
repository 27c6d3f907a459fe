import assert from 'node:assert/strict';
import { test } from 'node:test';
import { names } from './names.ts';
import { filled, key } from './rules.world.ts';

test('names a key whatever its bytes are', () => {
  const zeros = (from: number, size: number) => filled(size, { [from]: [7, 7, 0, 9] });
  for (const wanted of [
    key(0),
    zeros(0, 32),
    zeros(5, 32),
    zeros(28, 32),
    Uint8Array.from({ length: 32 }, (_, i) => i),
  ])
    for (const at of [0, 1, 7, 8]) {
      assert.ok(names(filled(40, { [at]: wanted }), wanted));
      const missed = filled(40, { 0: key(7), 32: key(9).subarray(0, 8), [at]: wanted });
      for (const byte of [0, 5, 31]) {
        const data = missed.with(at + byte, 99);
        assert.equal(names(data, wanted), Buffer.from(data).includes(wanted));
      }
    }
  assert.ok(!names(undefined, key(0)));
  assert.ok(!names(new Uint8Array(31), key(0)));
});
