import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { base58 } from '@scure/base';
import { readInnerInstructions } from './simulation.ts';

const text = (fill: number) => base58.encode(new Uint8Array(32).fill(fill));
const [A, B, C] = [text(1), text(2), text(3)] as const;
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

suite('an inner instruction', () => {
  test('is read in all three forms that nodes print', () => {
    const instructions = [
      { programId: A, accounts: [B, C], data: base58.encode(Uint8Array.of(7)) },
      { programIdIndex: 0, accounts: [1, 2], data: base58.encode(Uint8Array.of(7)) },
      { programId: TOKEN, parsed: { type: 'closeAccount', info: { account: A, destination: B, owner: C } } },
    ];
    const read = readInnerInstructions([{ index: 2, instructions }], [A, B, C]);
    const plain = { program: A, accounts: [B, C], data: Uint8Array.of(7) };
    const close = { program: TOKEN, accounts: [A, B, C], data: Uint8Array.of(9) };
    assert.deepEqual(read, new Map([[2, [plain, plain, close]]]));
  });

  test('told of in parts is one list', () => {
    const part = (tag: number) => ({
      index: 1,
      instructions: [{ programIdIndex: 0, accounts: [1], data: base58.encode(Uint8Array.of(tag)) }],
    });
    const read = readInnerInstructions([part(1), part(2)], [A, B]);
    assert.deepEqual(
      read?.get(1)?.map(({ data }) => data[0]),
      [1, 2],
    );
  });

  test('has the data that base58 stands for, of any length', () => {
    const datas = [[], [0], [0, 0], [0, 1], [57], [58], [255], [1, 0], [0, 0, 255, 255, 0]];
    for (const bytes of [...datas, Array.from({ length: 90 }, (_, i) => (i * 37) & 0xff)]) {
      const data = Uint8Array.from(bytes);
      const printed = { programId: A, accounts: [], data: base58.encode(data) };
      const read = readInnerInstructions([{ index: 0, instructions: [printed] }], []);
      assert.deepEqual(read?.get(0)?.[0]?.data, data, `${bytes}`);
    }
  });

  test('is not read where it names an account the transaction does not have, or data that is no base58', () => {
    for (const instruction of [
      { programIdIndex: 3, accounts: [], data: '' },
      { programIdIndex: 0, accounts: [3], data: '' },
      { programIdIndex: 0, accounts: [], data: '0' },
    ]) {
      assert.equal(readInnerInstructions([{ index: 0, instructions: [instruction] }], [A, B, C]), undefined);
    }
  });
});
