import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Address, type Blockhash, getCompiledTransactionMessageEncoder } from '@solana/kit';
import fc from 'fast-check';
import { toAddress } from '#address';
import { type CompiledMessage, encodeMessage } from './compile.ts';

const byte = fc.nat(255);
const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toAddress);
const indexes = fc.array(byte, { maxLength: 140 });
const instruction = fc.record(
  {
    programAddressIndex: byte,
    accountIndices: indexes,
    // Around the lengths whose compact form grows by a byte.
    data: fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(127, 128, 16_383, 16_384).map((size) => new Uint8Array(size).fill(7)),
    ),
  },
  { requiredKeys: ['programAddressIndex'] },
);
const parts = {
  header: fc.record({
    numSignerAccounts: fc.nat(127),
    numReadonlySignerAccounts: byte,
    numReadonlyNonSignerAccounts: byte,
  }),
  staticAccounts: fc.array(key, { maxLength: 140 }),
  lifetimeToken: key.map((text: Address) => text as string as Blockhash),
  instructions: fc.array(instruction, { maxLength: 5 }),
};
const lookup = fc.record({ lookupTableAddress: key, writableIndexes: indexes, readonlyIndexes: indexes });
const message: fc.Arbitrary<CompiledMessage> = fc.oneof(
  fc.record({ ...parts, version: fc.constant('legacy' as const) }),
  fc.record({ ...parts, version: fc.constant(0 as const) }),
  fc.record({
    ...parts,
    version: fc.constant(0 as const),
    addressTableLookups: fc.array(lookup, { maxLength: 130 }),
  }),
);

test('encodes every message into the bytes that kit encodes it into', () => {
  fc.assert(
    fc.property(message, (each) => {
      const expected = getCompiledTransactionMessageEncoder().encode(each);
      assert.deepEqual(encodeMessage(each), new Uint8Array(expected));
    }),
    { numRuns: 150 },
  );
});

test('refuses a blockhash that is not 32 bytes', () => {
  const header = { numSignerAccounts: 1, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 0 };
  const bare: CompiledMessage = {
    version: 'legacy',
    header,
    staticAccounts: [],
    instructions: [],
    lifetimeToken: '1111',
  };
  assert.throws(() => encodeMessage(bare), /Not a base58 address/);
});
