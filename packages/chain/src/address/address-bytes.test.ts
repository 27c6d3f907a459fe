import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as kit from '@solana/kit';
import fc from 'fast-check';
import {
  getAddressDecoder,
  getAddressEncoder,
  parseAddressBytes,
  toAddress,
  toAddressBytes,
} from './address.ts';

test('takes as an address what kit takes', () => {
  const almost = fc.oneof(
    fc.uint8Array({ minLength: 30, maxLength: 34 }).map((bytes) => kit.getBase58Decoder().decode(bytes)),
    fc.string({ maxLength: 46 }),
    fc.string({ unit: fc.constantFrom(...'123ABCZabcyz0OIl'), minLength: 30, maxLength: 46 }),
  );
  fc.assert(
    fc.property(almost, (text) => {
      const bytes = parseAddressBytes(text);
      assert.equal(bytes !== undefined, kit.isAddress(text), text);
      if (bytes !== undefined) assert.equal(toAddress(bytes), text);
      else assert.throws(() => toAddressBytes(text), /Not a base58 address of 32 bytes/);
    }),
    { numRuns: 2_000 },
  );
});

test('takes every key back, the lowest and the highest, with any number of zeros in front', () => {
  const edge = fc.tuple(fc.nat(32), fc.nat(32), fc.uint8Array({ minLength: 32, maxLength: 32 }));
  fc.assert(
    fc.property(edge, fc.constantFrom(0, 1, 57, 58, 0xff), ([zeros, from, bytes], filler) => {
      const key = bytes.fill(filler, from).fill(0, 0, zeros);
      const text = kit.getBase58Decoder().decode(key);
      assert.equal(toAddress(key), text);
      assert.deepEqual(parseAddressBytes(text), key);
      assert.equal(parseAddressBytes(`1${text}`), undefined);
      if (zeros > 0) assert.equal(parseAddressBytes(text.slice(1)), undefined);
    }),
    { numRuns: 1_000 },
  );
});

test('refuses numbers from 2^256 on', () => {
  // 2^256 and the greatest number of 44 digits.
  for (const text of ['JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFH', 'z'.repeat(44)]) {
    assert.equal(parseAddressBytes(text), undefined);
  }
  assert.ok(parseAddressBytes('JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG'));
});

test('reads and writes as kit does, at any offset', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 90 }), fc.nat(58), (bytes, at) => {
      const offset = Math.min(at, bytes.length - 32);
      const [address, end] = getAddressDecoder().read(bytes, offset);
      assert.deepEqual([address, end], kit.getAddressDecoder().read(bytes, offset));
      const written = new Uint8Array(bytes.length);
      assert.equal(getAddressEncoder().write(address, written, offset), end);
      assert.deepEqual(written.subarray(offset, end), bytes.subarray(offset, end));
    }),
  );
});

test('refuses fewer than 32 bytes', () => {
  for (const size of [0, 1, 31]) {
    assert.throws(() => getAddressDecoder().decode(new Uint8Array(size)));
    assert.throws(() => toAddress(new Uint8Array(size)), /32 bytes/);
  }
  assert.throws(() => toAddress(new Uint8Array(33)), /32 bytes/);
  assert.throws(() => getAddressDecoder().read(new Uint8Array(40), 9));
});
