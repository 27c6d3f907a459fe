import type { Fault } from '../../faults/faults.ts';

/** Values a year that no stake pays; sources have shown the first, and units mixed up would show the second. */
const DISTORTED = { zero: 0, absurd: 4_242 } as const;

/** Epochs of votes that nodes remember. */
const EPOCHS_KEPT = 80;

/**
 * Changes yields by the fault: none for `empty`, 0 for `zero`, 4,242 for `absurd`, and for `short` only the epochs that
 * nodes keep.
 *
 * @param entries - the true yields, newest first.
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
