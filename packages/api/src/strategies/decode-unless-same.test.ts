import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, type Decoder, getAddressDecoder, getU8Decoder } from '@solana/kit';
import { decodeUnlessSame } from './vault.ts';

const [ONE, OTHER] = [
  address('11111111111111111111111111111112'),
  address('11111111111111111111111111111113'),
];

function createCounted() {
  const counted = { decoded: 0 };
  const u8 = getU8Decoder();
  const decoder: Decoder<{ readonly first: number }> = {
    ...u8,
    decode: (bytes) => {
      counted.decoded += 1;
      return { first: u8.decode(bytes) };
    },
    read: () => assert.fail(),
  };
  return { counted, decode: decodeUnlessSame(decoder) };
}

test('the same bytes are decoded once for each account, and any other bytes again', () => {
  const { counted, decode } = createCounted();
  const bytes = () => Uint8Array.of(7, 1, 2);
  assert.deepEqual(decode(ONE, bytes()), { first: 7 });
  assert.deepEqual(decode(ONE, bytes()), { first: 7 });
  assert.equal(counted.decoded, 1);
  assert.deepEqual(decode(OTHER, Uint8Array.of(8)), { first: 8 });
  assert.deepEqual(decode(ONE, bytes()), { first: 7 });
  assert.equal(counted.decoded, 2);
  for (const changed of [Uint8Array.of(7, 1, 3), Uint8Array.of(7, 1), Uint8Array.of(7, 1, 2, 0)]) {
    const count: number = counted.decoded;
    assert.deepEqual(decode(ONE, changed), { first: 7 });
    assert.equal(counted.decoded, count + 1);
  }
});

test('bytes that the caller changes later do not change what is remembered', () => {
  const { decode } = createCounted();
  const bytes = Uint8Array.of(7);
  decode(ONE, bytes);
  bytes[0] = 9;
  assert.deepEqual(decode(ONE, bytes), { first: 9 });
  assert.deepEqual(decode(ONE, Uint8Array.of(7)), { first: 7 });
});

test('more accounts than it remembers are decoded all the same', () => {
  const { decode } = createCounted();
  for (const turn of [1, 2]) {
    for (let i = 0; i < 200; i += 1) {
      const account = getAddressDecoder().decode(new Uint8Array(32).fill(i));
      assert.deepEqual(decode(account, Uint8Array.of(i, turn)), { first: i });
    }
  }
});
