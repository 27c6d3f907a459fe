import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readMessage } from '../bytes/message.ts';
import { type Build, createMessage, verifyBuild } from './ledger.world.ts';

/** Asserts that a build is refused with bits of the bytes that are tried changed: lowest, highest, and one that wanders. */
export function assertBytesAreHeld(build: Build, isTried: (at: number) => boolean): void {
  const message = createMessage(build, build.instructions);
  const free = freeBytes(build, message);
  for (const at of message.keys()) {
    if (free.has(at) || !isTried(at)) continue;
    for (const bit of new Set([0, 7, at % 8])) {
      const { findings } = verifyBuild(build, flip(message, at, 1 << bit));
      assert.notEqual(findings.length, 0, `byte ${at}, bit ${bit}`);
    }
  }
}

/** Asserts that a build is refused with bytes of any kind put in, taken out or written over. */
export function assertSplicesAreRefused(build: Build, runs: number): void {
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
        changed.length === message.length && changed.every((byte, i) => byte === message[i] || free.has(i));
      if (!isSame) assert.notEqual(verifyBuild(build, changed).findings.length, 0);
    }),
    { numRuns: runs },
  );
}

/** Changes bits of one byte. */
export function flip(bytes: Uint8Array, at: number, mask = 1): Uint8Array {
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

/** Checks whether a builder chooses a byte of an instruction's data. */
export function isChosen(build: Build, instruction: number, at: number): boolean {
  return chosenIn(build).some(([i, from, to]) => i === instruction && at >= from && at < to);
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
