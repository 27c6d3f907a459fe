import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getCompiledTransactionMessageDecoder } from '@solana/kit';
import fc from 'fast-check';
import { ByteReader, MalformedMessage, readMessage, readTransaction, resolveAccounts } from './message.ts';
import { encodeBase58 } from './text.ts';

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

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
const instruction = fc.record({
  program: fc.constant(1),
  accounts: fc.array(fc.nat(1), { maxLength: 6 }),
  data: fc.uint8Array({ maxLength: 300 }),
});
const parts = fc.record({
  accounts: fc.array(key, { minLength: 2, maxLength: 20 }),
  blockhash: key,
  signers: fc.integer({ min: 1, max: 2 }),
  instructions: fc.array(instruction, { maxLength: 5 }),
});

/** A legacy or version 0 message written from the format alone: counts, keys, blockhash, instructions. */
const older = fc
  .tuple(fc.constantFrom('legacy', 0), parts)
  .map(([version, { accounts, blockhash, signers, instructions }]) =>
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

const VALUE_SIZES: readonly (readonly [bits: number, size: number])[] = [
  [0b11, 8],
  [0b100, 4],
  [0b1000, 4],
  [0b10000, 4],
];
/** A version 1 message, with any subset of the settings. */
const newest = fc
  .tuple(fc.subarray([...VALUE_SIZES]), parts)
  .map(([values, { accounts, blockhash, signers, instructions }]) =>
    Buffer.concat([
      Uint8Array.of(0x81, signers, 0, 0),
      Uint8Array.of(
        values.reduce((mask, [bits]) => mask | bits, 0),
        0,
        0,
        0,
      ),
      blockhash,
      Uint8Array.of(instructions.length, accounts.length),
      ...accounts,
      ...values.map(([bits, size]) => Buffer.alloc(size, bits)),
      ...instructions.map(({ program, accounts: indexes, data }) =>
        Uint8Array.of(program, indexes.length, data.length & 0xff, data.length >> 8),
      ),
      ...instructions.flatMap(({ accounts: indexes, data }) => [Uint8Array.from(indexes), data]),
    ]),
  );
const wellFormed = fc.oneof(older, newest);

function compactLength(value: number): Uint8Array {
  return value < 0x80 ? Uint8Array.of(value) : Uint8Array.of((value & 0x7f) | 0x80, value >> 7);
}

suite('a message', () => {
  test('is read as kit reads it', () => {
    fc.assert(
      fc.property(wellFormed, (bytes) => {
        const ours = readMessage(bytes);
        const theirs = getCompiledTransactionMessageDecoder().decode(bytes);
        assert.equal(ours.version, theirs.version);
        assert.equal(ours.signerCount, theirs.header.numSignerAccounts);
        assert.deepEqual(ours.keys.map(encodeBase58), theirs.staticAccounts);
        assert.equal(encodeBase58(ours.blockhash), theirs.lifetimeToken);
        const data =
          'instructionPayloads' in theirs
            ? theirs.instructionPayloads.map(({ instructionData }) => instructionData)
            : theirs.instructions.map((each) => each.data);
        assert.deepEqual(
          ours.instructions.map((each) => Buffer.from(each.data).toString('hex')),
          data.map((each) => Buffer.from(each ?? []).toString('hex')),
        );
        if ('configValues' in theirs) {
          assert.deepEqual(
            Object.values(ours.config ?? {}).filter((value) => value !== undefined),
            theirs.configValues.map(({ value }) => value),
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is refused when it is cut short or followed by bytes', () => {
    fc.assert(
      fc.property(wellFormed, fc.nat(), (bytes, cut) => {
        assert.throws(() => readMessage(bytes.subarray(0, cut % bytes.length)), MalformedMessage);
        assert.throws(() => readMessage(Buffer.concat([bytes, Uint8Array.of(0)])), MalformedMessage);
      }),
      { numRuns: 300 },
    );
  });

  test('of random bytes ends in a reading or MalformedMessage', () => {
    const first = fc.constantFrom(1, 0x80, 0x81);
    const bytes = fc.tuple(first, fc.uint8Array({ maxLength: 400 }));
    fc.assert(
      fc.property(bytes, ([version, rest]) => {
        try {
          readMessage(Uint8Array.of(version, ...rest));
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
    'version 2': Buffer.from([0x82, 1, 0, 0, 0]),
    'version 127': Buffer.from([0xff, 1, 0, 0, 0]),
    'a version 1 with an unknown setting': version1(0b100000),
    'a version 1 with half of the priority fee announced': version1(0b01),
    'only signers that are read': Buffer.concat([Buffer.from([1, 1, 0, 1]), one, one, Buffer.from([0])]),
    'more readonly accounts than there are': Buffer.concat([
      Buffer.from([1, 0, 9, 1]),
      one,
      one,
      Buffer.from([0]),
    ]),
    'no signer': Buffer.concat([Buffer.from([0, 0, 0, 1]), one, one, Buffer.from([0])]),
    'more signers than accounts': Buffer.concat([Buffer.from([2, 0, 0, 1]), one, one, Buffer.from([0])]),
    'a length of two bytes where one would do': Buffer.concat([
      Buffer.from([1, 0, 0, 0x81, 0]),
      one,
      one,
      Buffer.from([0]),
    ]),
    'a length over 65535': Buffer.concat([Buffer.from([1, 0, 0, 0xff, 0xff, 0x04]), one]),
    'a program outside the list': legacy(2, []),
    'the fee payer as a program': legacy(0, []),
    'an account outside the list': legacy(1, [2]),
  };
  for (const [name, bytes] of Object.entries(refusals)) {
    test(`is refused with ${name}`, () => {
      assert.throws(() => readMessage(bytes), MalformedMessage);
    });
  }
  test('is read where the refused ones differ by nothing else', () => {
    readMessage(legacy(1, [1]));
    readMessage(version1(0));
  });

  function legacy(program: number, accounts: readonly number[]): Uint8Array {
    const head = Buffer.from([1, 0, 0, 2]);
    return Buffer.concat([head, one, one, one, Buffer.from([1, program, accounts.length, ...accounts, 0])]);
  }

  function version1(mask: number): Uint8Array {
    return Buffer.concat([
      Buffer.from([0x81, 1, 0, 0, mask, 0, 0, 0]),
      one,
      Buffer.from([0, 1]),
      one,
      Buffer.alloc(mask === 0 ? 0 : 8),
    ]);
  }
});

suite('a transaction', () => {
  test('is read whatever its version, and only with the signatures its message asks for', () => {
    fc.assert(
      fc.property(wellFormed, fc.integer({ min: 0, max: 3 }), (message, count) => {
        const isNewest = message[0] === 0x81;
        const signatures = Buffer.alloc(64 * count, 7);
        const bytes = isNewest
          ? Buffer.concat([message, signatures])
          : Buffer.concat([Uint8Array.of(count), signatures, message]);
        const read = () => readTransaction(bytes.toString('base64'));
        const { signerCount } = readMessage(message);
        if (count !== signerCount || bytes.length > (isNewest ? 4_096 : 1_232)) {
          assert.throws(read, MalformedMessage);
        } else {
          const { signatures: read64, messageBytes } = read();
          assert.deepEqual(Buffer.from(messageBytes), message);
          assert.equal(read64.length, count);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('of version 1 has its signatures behind', () => {
    fc.assert(
      fc.property(newest, (message) => {
        const { signerCount } = readMessage(message);
        const inFront = Buffer.concat([Uint8Array.of(signerCount), Buffer.alloc(64 * signerCount), message]);
        assert.throws(() => readTransaction(inFront), MalformedMessage);
      }),
    );
  });

  test('takes keys from lookup tables in the order of the ledger', () => {
    const [payer, program, table, ...held] = Array.from({ length: 6 }, (_, i) => Buffer.alloc(32, i + 1));
    const lookup = [table as Buffer, Buffer.from([1, 2, 1, 0])];
    const bytes = Buffer.concat([
      Buffer.from([0x80, 1, 0, 1, 2]),
      payer as Buffer,
      program as Buffer,
      Buffer.alloc(32),
      Buffer.from([1, 1, 2, 2, 3, 0, 1]),
      ...lookup,
    ]);
    const message = readMessage(bytes);
    const tables = new Map([[encodeBase58(table as Buffer), held.map(encodeBase58)]]);
    assert.deepEqual(
      resolveAccounts(message, tables).map((each) => each[0]),
      [1, 2, 6, 4],
    );
    assert.throws(() => resolveAccounts(message, new Map()), MalformedMessage);
    const short = new Map([[encodeBase58(table as Buffer), held.slice(0, 2).map(encodeBase58)]]);
    assert.throws(() => resolveAccounts(message, short), /unknown/);
    const twice = { ...message, keys: [...message.keys, payer as Buffer] };
    assert.throws(() => resolveAccounts(twice, tables), /twice/);
    const own = new Map([[encodeBase58(table as Buffer), [payer as Buffer, ...held].map(encodeBase58)]]);
    assert.throws(() => resolveAccounts({ ...message, lookups: [lookedUp(0)] }, own), /twice/);
    assert.throws(() => resolveAccounts({ ...message, lookups: [lookedUp(1, 1)] }, own), /twice/);
    function lookedUp(...writable: readonly number[]) {
      return { table: table as Buffer, writable: Uint8Array.from(writable), readonly: new Uint8Array() };
    }
  });
});
