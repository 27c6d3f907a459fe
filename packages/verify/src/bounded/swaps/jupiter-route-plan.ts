import { u32At } from '../../ledger/little-endian.ts';

/** Most steps a plan is read for. */
const STEPS_LIMIT = 16;
/** Percent, index of the input, index of the output. */
const STEP_TAIL = 3;

/**
 * Bytes of arguments by variant of the aggregator's `Swap`, from its IDL of October 2026, a letter each: a digit is as many,
 * {@link MANY} say the larger sizes. `s` is a list of account slices, two bytes each, and `o` one byte and an optional
 * list of them. `-` has nested lists: no order for raSOL has needed one.
 */
const ARGUMENTS =
  '00000000100010011110010110011b0004000001043a550o00' +
  '0000000010110010000002000s000008800129010000110000' +
  '000o1011001-00001191-1bd01c10100100a1000010001-000' +
  '011102090815101112101110100110011-1ef201g211101';
const MANY: Readonly<Record<string, number>> = { a: 10, b: 16, c: 17, d: 48, e: 57, f: 65, g: 81 };

/**
 * Skips a route plan of the aggregator's first version.
 *
 * @param at - offset of its count.
 * @returns the offset behind it, which may lie behind the data; undefined when a variant is not known.
 */
export function skipRoutePlan(data: Uint8Array, at: number): number | undefined {
  const count = u32At(data, at);
  if (count === undefined || count === 0 || count > STEPS_LIMIT) return undefined;
  let next: number | undefined = at + 4;
  for (let left = count; left > 0 && next !== undefined; left -= 1) next = skipStep(data, next);
  return next;
}

function skipStep(data: Uint8Array, at: number): number | undefined {
  const kind = ARGUMENTS[data[at] ?? ARGUMENTS.length];
  if (kind === undefined || kind === '-') return undefined;
  if (kind === 's') return skipSlices(data, at + 1);
  if (kind !== 'o') return at + 1 + (MANY[kind] ?? Number(kind)) + STEP_TAIL;
  const flag = data[at + 2];
  if (flag === 0) return at + 3 + STEP_TAIL;
  return flag === 1 ? skipSlices(data, at + 3) : undefined;
}

function skipSlices(data: Uint8Array, at: number): number | undefined {
  const count = u32At(data, at);
  return count === undefined ? undefined : at + 4 + 2 * count + STEP_TAIL;
}
