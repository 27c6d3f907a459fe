import type { Random } from '../../api/src/runtime/clock.ts';

/** Seeded chance: the same seed gives the same history. */
export type Dice = Random & {
  /** From 0 up to 1, without 1. */
  fraction(): number;
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<One>(ones: readonly One[]): One;
  /** Dice of their own for one part of a history: what the others draw changes nothing of what they show. */
  fork(name: string): Dice;
};

/** Makes dice (mulberry32). */
export function createDice(seed: number): Dice {
  const first = seed >>> 0;
  let state = first;
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1));
  return {
    fraction,
    between,
    chance: (share) => fraction() < share,
    pick: (ones) => ones[between(0, ones.length - 1)] as (typeof ones)[number],
    bytes: (size) => Buffer.from(Array.from({ length: size }, () => between(0, 255))),
    fork: (name) => createDice(hash(first, name)),
  };
}

/** FNV-1a. */
function hash(seed: number, name: string): number {
  let state = 0x811c9dc5 ^ seed;
  for (const byte of Buffer.from(name)) state = Math.imul(state ^ byte, 0x01000193);
  return state >>> 0;
}
