import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  getArrayEncoder,
  getOptionEncoder,
  getStructEncoder,
  getU8Encoder,
  getU16Encoder,
  getU32Encoder,
  getU64Encoder,
} from '@solana/kit';
import fc from 'fast-check';
import { getAddressEncoder, toAddress, toAddressBytes } from '#address';
import { decodeLookupTable, LOOKUP_TABLE_PROGRAM_ADDRESS } from './ledger.ts';

// As `ProgramState::LookupTable` is serialised by the program.
const TABLE = getStructEncoder([
  ['type', getU32Encoder()],
  ['deactivationSlot', getU64Encoder()],
  ['lastExtendedSlot', getU64Encoder()],
  ['lastExtendedStartIndex', getU8Encoder()],
  ['authority', getOptionEncoder(getAddressEncoder(), { noneValue: 'zeroes' })],
  ['padding', getU16Encoder()],
  ['keys', getArrayEncoder(getAddressEncoder(), { size: 'remainder' })],
]);
const NEVER = 2n ** 64n - 1n;

const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toAddress);
const u64 = fc.bigInt({ min: 0n, max: NEVER });
const table = fc.record({
  type: fc.constant(1),
  deactivationSlot: fc.oneof(fc.constant(NEVER), u64),
  lastExtendedSlot: u64,
  lastExtendedStartIndex: fc.nat(255),
  authority: fc.option(key),
  padding: fc.constant(0),
  keys: fc.array(key, { maxLength: 256 }),
});
const owner = LOOKUP_TABLE_PROGRAM_ADDRESS;

test('decodes every table that the program can write', () => {
  fc.assert(
    fc.property(table, fc.uint8Array({ maxLength: 31 }), (each, rest) => {
      const data = Buffer.concat([new Uint8Array(TABLE.encode(each)), rest]);
      const expected = {
        deactivationSlot: each.deactivationSlot === NEVER ? undefined : each.deactivationSlot,
        keys: each.keys.map(toAddressBytes),
      };
      assert.deepEqual(decodeLookupTable({ owner, data }), expected);
    }),
    { numRuns: 50 },
  );
});

const empty = { deactivationSlot: NEVER, lastExtendedSlot: 1n, lastExtendedStartIndex: 0, authority: null };
const encode = (type: number) => new Uint8Array(TABLE.encode({ ...empty, type, padding: 0, keys: [] }));
const NONE: Record<string, Parameters<typeof decodeLookupTable>[0]> = {
  'no account': undefined,
  'an account of another program': { owner: toAddress(new Uint8Array(32)), data: encode(1) },
  'an account that the program has not initialised': { owner, data: encode(0) },
  'an account of another type': { owner, data: encode(2) },
  'a header that is cut': { owner, data: encode(1).subarray(0, 55) },
  'no data': { owner, data: new Uint8Array() },
};

for (const [what, account] of Object.entries(NONE)) {
  test(`takes ${what} for no table`, () => assert.equal(decodeLookupTable(account), undefined));
}

test('shares no bytes with the account', () => {
  const data = Buffer.concat([encode(1), new Uint8Array(32)]);
  const [first] = decodeLookupTable({ owner, data })?.keys ?? [];
  data.fill(9);
  assert.deepEqual(first, new Uint8Array(32));
});
