import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import { decodeBase64, decodeKey, encodeBase58 } from './text.ts';

const zeroLed = (size: number) =>
  fc
    .tuple(fc.nat(size), fc.uint8Array({ minLength: size, maxLength: size }))
    .map(([zeros, bytes]) => bytes.fill(0, 0, zeros));

test('base58 is written as everybody writes it', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 80 }), zeroLed(32)), (bytes) => {
      assert.equal(encodeBase58(bytes), base58.encode(bytes));
    }),
    { numRuns: 1_000 },
  );
});

test('a key is read back from its base58', () => {
  fc.assert(
    fc.property(zeroLed(32), (key) => {
      assert.deepEqual(decodeKey(base58.encode(key)), key);
    }),
    { numRuns: 1_000 },
  );
});

test('text that is no base58 of 32 bytes is no key', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 50 }),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => base58.encode(bytes)),
    zeroLed(32).map((key) => `1${base58.encode(key)}`),
    fc.string({ unit: fc.constantFrom(...'z1'), minLength: 30, maxLength: 46 }),
  );
  fc.assert(
    fc.property(text, (each) => {
      let size: number | undefined;
      try {
        size = base58.decode(each).length;
      } catch {}
      assert.equal(decodeKey(each) !== undefined, size === 32);
    }),
    { numRuns: 2_000 },
  );
});

test('base64 is read in its canonical form only', () => {
  const noise = fc.string({ unit: fc.constantFrom(...'AZaz09+/=- _é\n'), maxLength: 12 });
  const text = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    noise,
  );
  fc.assert(
    fc.property(text, (each) => {
      const bytes = Buffer.from(each, 'base64');
      const isCanonical = bytes.toString('base64') === each;
      const expected = isCanonical ? new Uint8Array(bytes) : undefined;
      assert.deepEqual(decodeBase64(each), expected);
    }),
    { numRuns: 3_000 },
  );
});
