import { u32At } from '../../ledger/little-endian.ts';

/** Most steps a plan is read for. */
const STEPS_LIMIT = 16;
/** Percent, index of the input, index of the output. */
const STEP_TAIL = 3;

/**
 * Bytes of arguments by variant of the aggregator's `Swap`, from its IDL of October 2026; variants that are not listed here
 * have none up to {@link LAST_VARIANT}.
 */
const ARGUMENT_BYTES: Readonly<Record<number, number>> = {
  8: 1,
  12: 1,
  15: 1,
  16: 1,
  17: 1,
  18: 1,
  21: 1,
  23: 1,
  24: 1,
  27: 1,
  28: 1,
  29: 16,
  33: 4,
  39: 1,
  41: 4,
  42: 3,
  43: 10,
  44: 5,
  45: 5,
  58: 1,
  60: 1,
  61: 1,
  64: 1,
  71: 2,
  81: 8,
  82: 8,
  85: 1,
  86: 2,
  87: 9,
  89: 1,
  94: 1,
  95: 1,
  104: 1,
  106: 1,
  107: 1,
  110: 1,
  116: 1,
  117: 1,
  118: 9,
  119: 1,
  121: 1,
  122: 16,
  123: 48,
  125: 1,
  126: 17,
  127: 1,
  129: 1,
  132: 1,
  135: 10,
  136: 1,
  141: 1,
  145: 1,
  151: 1,
  152: 1,
  153: 1,
  155: 2,
  157: 9,
  159: 8,
  160: 1,
  161: 5,
  162: 1,
  164: 1,
  165: 1,
  166: 1,
  167: 2,
  168: 1,
  170: 1,
  171: 1,
  172: 1,
  174: 1,
  177: 1,
  178: 1,
  181: 1,
  182: 1,
  184: 1,
  185: 57,
  186: 65,
  187: 2,
  189: 1,
  190: 81,
  191: 2,
  192: 1,
  193: 1,
  194: 1,
  196: 1,
};
const LAST_VARIANT = 196;
/** Variants whose arguments end with a list of account slices, two bytes each, and what stands before it. */
const WITH_SLICES: Readonly<Record<number, { readonly before: number; readonly isOptional: boolean }>> = {
  47: { before: 1, isOptional: true },
  75: { before: 0, isOptional: false },
  103: { before: 1, isOptional: true },
};
/** Variants with nested lists: no order for raSOL has needed one. */
const UNREAD: ReadonlySet<number> = new Set([111, 120, 146, 183]);

/**
 * Reads over a route plan of the aggregator's first version.
 *
 * @param at - offset of its count.
 * @returns the offset behind it; undefined when a variant is not known or the plan does not fit.
 */
export function skipRoutePlan(data: Uint8Array, at: number): number | undefined {
  const count = u32At(data, at);
  if (count === undefined || count === 0 || count > STEPS_LIMIT) return undefined;
  let next: number | undefined = at + 4;
  for (let left = count; left > 0 && next !== undefined; left -= 1) next = skipStep(data, next);
  return next !== undefined && next <= data.length ? next : undefined;
}

function skipStep(data: Uint8Array, at: number): number | undefined {
  const variant = data[at];
  if (variant === undefined || variant > LAST_VARIANT || UNREAD.has(variant)) return undefined;
  const slices = WITH_SLICES[variant];
  if (slices === undefined) return at + 1 + (ARGUMENT_BYTES[variant] ?? 0) + STEP_TAIL;
  const listAt = at + 1 + slices.before;
  if (!slices.isOptional) return skipSlices(data, listAt);
  const flag = data[listAt];
  if (flag === 0) return listAt + 1 + STEP_TAIL;
  return flag === 1 ? skipSlices(data, listAt + 1) : undefined;
}

function skipSlices(data: Uint8Array, at: number): number | undefined {
  const count = u32At(data, at);
  return count === undefined || count > data.length ? undefined : at + 4 + 2 * count + STEP_TAIL;
}
