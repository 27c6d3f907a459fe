import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getCompiledTransactionMessageDecoder } from '@solana/kit';
import fc from 'fast-check';
import { MalformedMessage, readMessage } from './index.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** A legacy or version 0 message written from the format alone: counts, keys, blockhash, instructions. */
const wellFormed = fc
  .record({
    version: fc.constantFrom('legacy', 0),
    accounts: fc.array(key, { minLength: 2, maxLength: 20 }),
    blockhash: key,
    signers: fc.integer({ min: 1, max: 2 }),
    instructions: fc.array(
      fc.record({
        program: fc.nat(1),
        accounts: fc.array(fc.nat(1), { maxLength: 6 }),
        data: fc.uint8Array({ maxLength: 300 }),
      }),
      { maxLength: 5 },
    ),
  })
  .map(({ version, accounts, blockhash, signers, instructions }) =>
    Buffer.concat([
      Uint8Array.from(version === 0 ? [0x80, signers, 0, 0] : [signers, 0, 0]),
      compactLength(accounts.length),
      ...accounts,
      blockhash,
      compactLength(instructions.length),
      ...instructions.flatMap((each) => [
        Uint8Array.of(each.program),
        compactLength(each.accounts.length),
        Uint8Array.from(each.accounts),
        compactLength(each.data.length),
        each.data,
      ]),
      Uint8Array.from(version === 0 ? [0] : []),
    ]),
  );

function compactLength(value: number): Uint8Array {
  return value < 0x80 ? Uint8Array.of(value) : Uint8Array.of((value & 0x7f) | 0x80, value >> 7);
}

test('reads what kit reads', () => {
  fc.assert(
    fc.property(wellFormed, (bytes) => {
      const ours = readMessage(bytes);
      const kits = getCompiledTransactionMessageDecoder().decode(bytes);
      assert.equal(ours.version, kits.version);
      assert.equal(ours.signers.length, kits.header.numSignerAccounts);
      assert.equal(ours.accounts.length, kits.staticAccounts.length);
      assert.deepEqual(
        ours.instructions.map(({ data }) => Buffer.from(data).toString('hex')),
        ('instructions' in kits ? kits.instructions : []).map(({ data }) =>
          Buffer.from(data ?? []).toString('hex'),
        ),
      );
    }),
    { numRuns: 200 },
  );
});

test('refuses every message that is cut short or followed by bytes', () => {
  fc.assert(
    fc.property(wellFormed, fc.nat(), (bytes, cut) => {
      assert.throws(() => readMessage(bytes.subarray(0, cut % bytes.length)), MalformedMessage);
      assert.throws(() => readMessage(Buffer.concat([bytes, Uint8Array.of(0)])), MalformedMessage);
    }),
    { numRuns: 200 },
  );
});

test('random bytes never end in anything but a reading or MalformedMessage', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      try {
        readMessage(bytes);
      } catch (error) {
        assert.ok(error instanceof MalformedMessage);
      }
    }),
    { numRuns: 2_000 },
  );
});

const one = Buffer.alloc(32, 1);
const refusals: Record<string, Uint8Array> = {
  'no bytes': Buffer.alloc(0),
  'version 1': Buffer.from([0x81, 1, 0, 0, 0]),
  'only signers that are read': Buffer.concat([Buffer.from([1, 1, 0, 1]), one, one, Buffer.from([0])]),
  'no signer': Buffer.concat([Buffer.from([0, 0, 0, 1]), one, one, Buffer.from([0])]),
  'more signers than accounts': Buffer.concat([Buffer.from([2, 0, 0, 1]), one, one, Buffer.from([0])]),
  'a length of two bytes where one would do': Buffer.concat([
    Buffer.from([1, 0, 0, 0x81, 0]),
    one,
    one,
    Buffer.from([0]),
  ]),
  'a length over 65535': Buffer.concat([Buffer.from([1, 0, 0, 0xff, 0xff, 0x04]), one]),
  'a program outside the list': Buffer.concat([
    Buffer.from([1, 0, 0, 1]),
    one,
    one,
    Buffer.from([1, 1, 0, 0]),
  ]),
  'an account outside the list': Buffer.concat([
    Buffer.from([1, 0, 0, 1]),
    one,
    one,
    Buffer.from([1, 0, 1, 1, 0]),
  ]),
};
for (const [name, bytes] of Object.entries(refusals)) {
  test(`refuses ${name}`, () => {
    assert.throws(() => readMessage(bytes), MalformedMessage);
  });
}
