import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAddress } from '@staking-agent/chain/address';
import { encodeMessage } from '@staking-agent/chain/message';
import fc from 'fast-check';
import { decodeTransaction, MalformedTransactionError } from './transaction.ts';

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
const address = bytes(32).map(toAddress);
const index = fc.nat(9);
const lookup = fc.record({
  lookupTableAddress: address,
  writableIndexes: fc.array(index, { maxLength: 3 }),
  readonlyIndexes: fc.array(index, { maxLength: 3 }),
});
const instruction = fc.record({
  programAddressIndex: index,
  accountIndices: fc.array(index, { maxLength: 5 }),
  data: fc.oneof(fc.uint8Array({ maxLength: 9 }), bytes(130)),
});
const wire = fc
  .record({
    version: fc.constantFrom<0 | 'legacy'>(0, 'legacy'),
    counts: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2), fc.nat(3)),
    staticAccounts: fc.array(address, { minLength: 1, maxLength: 8 }),
    lifetimeToken: address,
    instructions: fc.array(instruction, { maxLength: 4 }),
    addressTableLookups: fc.array(lookup, { maxLength: 2 }),
    signatures: fc.array(fc.oneof(bytes(64), fc.constant(new Uint8Array(64))), {
      minLength: 3,
      maxLength: 3,
    }),
  })
  .map(({ counts, signatures, ...message }) => {
    const [numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts] = counts;
    const header = { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts };
    const signed = signatures.slice(0, Math.min(numSignerAccounts, message.staticAccounts.length));
    return Buffer.concat([
      Uint8Array.of(signed.length),
      ...signed,
      encodeMessage({ ...message, header } as Parameters<typeof encodeMessage>[0]),
    ]);
  });
/** One byte replaced, inserted or removed. */
const mutated = fc.tuple(wire, fc.nat(), fc.nat(255), fc.nat(3)).map(([sound, place, byte, way]) => {
  const at = place % sound.length;
  const rest = sound.subarray(way === 1 ? at : at + 1);
  return Buffer.concat([sound.subarray(0, at), ...(way === 2 ? [] : [Uint8Array.of(byte)]), rest]);
});

function decode(wire: Uint8Array) {
  try {
    return decodeTransaction(wire);
  } catch (error) {
    assert.ok(error instanceof MalformedTransactionError, String(error));
    return error.reason;
  }
}

test('reads a sound transaction as it was written', () => {
  fc.assert(
    fc.property(wire, (wire) => {
      const read = decode(Uint8Array.from(wire));
      if (typeof read === 'string') return;
      const signatures = read.signatures.map((each) => each ?? new Uint8Array(64));
      const message = encodeMessage(read.message as Parameters<typeof encodeMessage>[0]);
      assert.deepEqual(Buffer.concat([Uint8Array.of(signatures.length), ...signatures, message]), wire);
    }),
  );
});

test('refuses bytes that are none, and says why', () => {
  const reasons = new Set<unknown>();
  fc.assert(
    fc.property(mutated, (wire) => {
      const read = decode(Uint8Array.from(wire));
      if (typeof read === 'string') reasons.add(read);
    }),
    { numRuns: 400 },
  );
  assert.deepEqual([...reasons].sort(), ['UNDECODABLE', 'UNSANITARY']);
});

const LENGTHS: Readonly<Record<string, readonly number[]>> = {
  'with a byte too many': [0x81, 0x00],
  'of 17 bits': [0x80, 0x80, 0x04],
  'in four bytes': [0x80, 0x80, 0x80, 0x01],
};

for (const [name, length] of Object.entries(LENGTHS)) {
  test(`refuses a length ${name}`, () => {
    const header = [1, 0, 0, 1, ...new Uint8Array(64)];
    const wire = Uint8Array.from([1, ...new Uint8Array(64), ...header, ...length]);
    assert.equal(decode(wire), 'UNDECODABLE');
  });
}
