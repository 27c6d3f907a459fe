import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { AccountRole, type Instruction } from '@solana/kit';
import fc from 'fast-check';
import { readMessage } from '../bytes/read-message.ts';
import { BUILDS } from './builds.world.ts';
import { STRANGER } from './keys.world.ts';
import { type Build, createMessage, verifyBuild } from './ledger.world.ts';

/** Every list that differs from the given one in one place: an instruction, an account, a byte. */
function* mutants(build: Build): Generator<readonly [string, readonly Instruction[]]> {
  const { instructions } = build;
  for (const [i, instruction] of instructions.entries()) {
    const replaced = (other: Instruction) => instructions.with(i, other);
    yield [`without instruction ${i}`, instructions.toSpliced(i, 1)];
    yield [`with instruction ${i} twice`, instructions.toSpliced(i, 0, instruction)];
    yield [`with another program in ${i}`, replaced({ ...instruction, programAddress: STRANGER })];
    const data = Uint8Array.from(instruction.data ?? []);
    for (const at of data.keys()) {
      if (isChosen(build, i, at)) continue;
      yield [`with byte ${at} of ${i} changed`, replaced({ ...instruction, data: flip(data, at) })];
    }
    yield [`with a byte more in ${i}`, replaced({ ...instruction, data: Uint8Array.of(...data, 0) })];
    yield [`with a byte less in ${i}`, replaced({ ...instruction, data: data.subarray(0, -1) })];
    const accounts = instruction.accounts ?? [];
    for (const at of accounts.keys()) {
      const other = { address: STRANGER, role: AccountRole.WRITABLE };
      yield [
        `with account ${at} of ${i} another`,
        replaced({ ...instruction, accounts: accounts.with(at, other) }),
      ];
      yield [
        `without account ${at} of ${i}`,
        replaced({ ...instruction, accounts: accounts.toSpliced(at, 1) }),
      ];
    }
    const further = { address: STRANGER, role: AccountRole.READONLY };
    yield [`with an account more in ${i}`, replaced({ ...instruction, accounts: [...accounts, further] })];
    const next = instructions[i + 1];
    if (next !== undefined) {
      yield [`with ${i} and ${i + 1} exchanged`, instructions.toSpliced(i, 2, next, instruction)];
    }
  }
}

function flip(bytes: Uint8Array, at: number, mask = 1): Uint8Array {
  return bytes.with(at, (bytes[at] ?? 0) ^ mask);
}

/** Bytes of an instruction's data that a builder chooses; other tests hold them to their bounds. */
type Chosen = readonly [instruction: number, from: number, to: number];

type Rule = { readonly tag: string; readonly from: number; readonly to: number; readonly ofAll?: true };
const CHOSEN: readonly Rule[] = [
  // What is borrowed.
  { tag: '047e74353005d41f', from: 8, to: 16 },
  // The amount beside "everything", and what each strategy but the last pays of it.
  { tag: 'dd3873a880dcebf5', from: 8, to: 16, ofAll: true },
  { tag: '6939a68293ddfabd', from: 8, to: 16, ofAll: true },
  { tag: 'f8e12f167490178f', from: 8, to: 16, ofAll: true },
];

function chosenIn({ instructions, request }: Build): readonly Chosen[] {
  return instructions.flatMap((instruction, at): readonly Chosen[] => {
    const data = Buffer.from(instruction.data ?? []).toString('hex');
    // The balance required, and the most that buying back may cost.
    if (data.length === 18 && data.startsWith('03')) return [[at, 1, 9]];
    if (data.length === 34 && data.startsWith('02')) return [[at, 1, 17]];
    const rule = CHOSEN.find(({ tag, ofAll }) => data.startsWith(tag) && (!ofAll || request.isWithdrawAll));
    return rule === undefined ? [] : [[at, rule.from, rule.to]];
  });
}

function isChosen(build: Build, instruction: number, at: number): boolean {
  return chosenIn(build).some(([i, from, to]) => i === instruction && at >= from && at < to);
}

// A mutant may be an honest build again: without its balance requirement, or in the form of an older lender.
// So may one without the first of two payments of everything.
const encodeText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const HONEST = new Set(
  Object.values(BUILDS).map((build) => encodeText(createMessage(build, build.instructions))),
);

for (const [name, build] of Object.entries(BUILDS)) {
  suite(name, () => {
    test('is proved as it was asked for', () => {
      const { level, findings } = verifyBuild(build);
      assert.deepEqual(findings, []);
      assert.equal(level, 'exact');
    });

    test('is refused with any one instruction, account or byte changed', () => {
      let refused = 0;
      for (const [mutant, instructions] of mutants(build)) {
        const message = createMessage(build, instructions);
        if (HONEST.has(encodeText(message))) continue;
        assert.notEqual(verifyBuild(build, message).findings.length, 0, mutant);
        refused += 1;
      }
      assert.ok(refused > 10 * build.instructions.length);
    });

    // Three bits of each byte: the lowest, the highest, and one that wanders.
    test('is refused with any byte of the message changed, save blockhash, unit limit and price', () => {
      const message = createMessage(build, build.instructions);
      const free = freeBytes(build, message);
      for (const at of message.keys()) {
        if (free.has(at)) continue;
        for (const bit of new Set([0, 7, at % 8])) {
          const { findings } = verifyBuild(build, flip(message, at, 1 << bit));
          assert.notEqual(findings.length, 0, `byte ${at}, bit ${bit}`);
        }
      }
    });

    test('is refused with bytes of any kind put in, taken out or written over', () => {
      const message = createMessage(build, build.instructions);
      const free = freeBytes(build, message);
      const splice = fc.tuple(fc.nat(message.length - 1), fc.nat(40), fc.uint8Array({ maxLength: 40 }));
      fc.assert(
        fc.property(splice, ([at, removed, inserted]) => {
          const changed = Uint8Array.from([
            ...message.subarray(0, at),
            ...inserted,
            ...message.subarray(at + removed),
          ]);
          const isSame =
            changed.length === message.length &&
            changed.every((byte, i) => byte === message[i] || free.has(i));
          if (!isSame) assert.notEqual(verifyBuild(build, changed).findings.length, 0);
        }),
        { numRuns: 100 },
      );
    });
  });
}

/** Offsets of what a build may vary in: blockhash, unit limit and price, and what a builder chooses. */
function freeBytes(build: Build, message: Uint8Array): ReadonlySet<number> {
  const { instructions, blockhash } = readMessage(message);
  const span = (bytes: Uint8Array, from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => bytes.byteOffset - message.byteOffset + from + i);
  const getSpan = (instruction: number, from: number, to: number) =>
    span((instructions[instruction] as (typeof instructions)[number]).data, from, to);
  return new Set([
    ...span(blockhash, 0, 32),
    ...getSpan(0, 1, 5),
    ...getSpan(1, 1, 9),
    ...chosenIn(build).flatMap(([at, from, to]) => getSpan(at + 2, from, to)),
  ]);
}
