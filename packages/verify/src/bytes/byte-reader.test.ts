import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteReader, MalformedMessage } from './byte-reader.ts';

const read = (...bytes: number[]) => new ByteReader(Uint8Array.from(bytes));

test('a length has seven bits a byte, in the shortest form, up to 65535', () => {
  for (const [bytes, due] of [
    [[0], 0],
    [[0x7f], 127],
    [[0x80, 1], 128],
    [[0xff, 0x7f], 16_383],
    [[0x80, 0x80, 1], 16_384],
    [[0xff, 0xff, 3], 65_535],
  ] as const) {
    const reader = read(...bytes);
    assert.equal(reader.length(), due);
    reader.end();
  }
  for (const bytes of [
    [0x80, 0],
    [0xff, 0x80, 0],
    [0x80, 0x80, 4],
    [0xff, 0xff, 0x7f],
    [0x80, 0x80, 0x80, 0],
    [0x80],
    [],
  ])
    assert.throws(() => read(...bytes).length(), MalformedMessage, `${bytes}`);
});

test('what is read is there, and nothing else', () => {
  const reader = read(1, 2, 3, 4);
  assert.equal(reader.byte(), 1);
  assert.deepEqual(reader.take(2), Uint8Array.of(2, 3));
  assert.throws(() => reader.end(), MalformedMessage);
  assert.throws(() => reader.take(2), MalformedMessage);
  assert.deepEqual(reader.rest(), Uint8Array.of(4));
  assert.deepEqual(reader.rest(), new Uint8Array());
  reader.end();
  assert.throws(() => reader.byte(), MalformedMessage);
});
