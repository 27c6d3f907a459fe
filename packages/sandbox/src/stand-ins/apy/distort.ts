import type { Fault } from '../../faults/faults.ts';

/** Values a year that no stake pays; sources have shown the first, and units mixed up would show the second. */
const DISTORTED = { zero: 0, absurd: 4_242 } as const;

/** Epochs of votes that nodes remember. */
const EPOCHS_KEPT = 80;

/**
 * What a source says of a yield under a fault: nothing for `empty`, always 0 for `zero`, 4,242 for `absurd`, of `short`
 * only what nodes keep.
 *
 * @param entries - what it would say, newest first.
 * @param withYield - the entry with another yield.
 */
export function distort<T>(
  fault: Fault | undefined,
  entries: readonly T[],
  withYield: (entry: T, value: number) => T,
): readonly T[] {
  if (fault?.mode === 'empty') return [];
  if (fault?.mode === 'short') return entries.slice(0, EPOCHS_KEPT);
  const value = fault?.mode === 'zero' || fault?.mode === 'absurd' ? DISTORTED[fault.mode] : undefined;
  return value === undefined ? entries : entries.map((entry) => withYield(entry, value));
}
