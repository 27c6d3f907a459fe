/** What was made, and how many entries the maps and sets have that were made along with it. */
export type Tracked<Made> = { readonly made: Made; countEntries(): number };

/**
 * Notes every map and set that is made while something is: those of a replica's start are the ones that it keeps. No part
 * has to tell of them, and none can be forgotten.
 */
export function trackCollections<Made>(make: () => Made): Tracked<Made> {
  const collections: { readonly size: number }[] = [];
  const { Map: HonestMap, Set: HonestSet } = globalThis;
  globalThis.Map = class<Key, Value> extends HonestMap<Key, Value> {
    constructor(entries?: Iterable<readonly [Key, Value]> | null) {
      super(entries);
      collections.push(this);
    }
  } as MapConstructor;
  globalThis.Set = class<Value> extends HonestSet<Value> {
    constructor(values?: Iterable<Value> | null) {
      super(values);
      collections.push(this);
    }
  } as SetConstructor;
  try {
    const made = make();
    return { made, countEntries: () => collections.reduce((sum, { size }) => sum + size, 0) };
  } finally {
    Object.assign(globalThis, { Map: HonestMap, Set: HonestSet });
  }
}
