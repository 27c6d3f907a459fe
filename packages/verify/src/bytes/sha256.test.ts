import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { sha256 } from './sha256.ts';

test('hashes as Node does, whatever the length', () => {
  const hash = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
  for (let size = 0; size < 300; size += 1) {
    const bytes = new Uint8Array(size).fill(size);
    assert.deepEqual(sha256(bytes), hash(bytes));
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 1_000 }), (bytes) => {
      assert.deepEqual(sha256(bytes), hash(bytes));
    }),
    { numRuns: 500 },
  );
});
