/** Choices that depend on nothing but a seed. */
export type Random = {
  /** A whole number from 0 to `bound` − 1. */
  below(bound: number): number;
  /** Whether something that happens in so many of a hundred cases happens. */
  chance(percent: number): boolean;
  pick<T>(items: readonly T[]): T;
};

/** Makes choices from a seed, by mulberry32: 32 bits of state, each of which follows from the seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (bound: number): number => next() % bound;
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('There is nothing to pick from.');
      return item;
    },
  };
}
