/** What a process knows of the keys in a store. */
export type KnownKeys = {
  /** A key that is in the store from now on, or may be. */
  add(key: string): void;
  /** False only for a key that was neither there when all were read nor added since. */
  mayHave(key: string): boolean;
  /**
   * Reads some more of the keys there are.
   *
   * @returns whether all are known; until then any key may be there.
   */
  learn(): Promise<boolean>;
};

/** 8 MB, of which the machine gives what is written to. */
const BITS = 2 ** 26;
const BITS_OF_ONE = 3;
const HASHED_CHARACTERS = 16;
/** With so many, 3 % of the keys that are new look known: then all are read again, without those that are gone. */
const KEYS_LIMIT = 8_000_000;

/**
 * Makes a memory of keys that takes some new ones for known, never the other way round (a Bloom filter).
 *
 * @param list - gives the keys that sort after another one, in order: all, or a part of them; none at the end.
 * @param limit - how many are remembered before all are read again.
 */
export function createKnownKeys(
  list: (after: string) => Promise<readonly string[]>,
  limit = KEYS_LIMIT,
): KnownKeys {
  let words = new Uint32Array(BITS / 32);
  let count = 0;
  let isComplete = false;
  let last = '';
  const add = (key: string) => {
    count += 1;
    let [place, step] = hashTwice(key);
    for (let i = 0; i < BITS_OF_ONE; i += 1) {
      const at = place % BITS;
      words[at >>> 5] = (words[at >>> 5] ?? 0) | (1 << (at & 31));
      place += step;
    }
  };
  return {
    add,
    mayHave(key) {
      if (!isComplete) return true;
      let [place, step] = hashTwice(key);
      for (let i = 0; i < BITS_OF_ONE; i += 1) {
        const at = place % BITS;
        if (((words[at >>> 5] ?? 0) & (1 << (at & 31))) === 0) return false;
        place += step;
      }
      return true;
    },
    async learn() {
      if (count >= limit) {
        words = new Uint32Array(BITS / 32);
        count = 0;
        isComplete = false;
        last = '';
      }
      if (isComplete) return true;
      const keys = await list(last);
      for (const key of keys) add(key);
      last = keys.at(-1) ?? last;
      isComplete = keys.length === 0;
      return isComplete;
    },
  };
}

/** Two numbers below 2^32, the second one odd: FNV-1a of different characters. Keys are hashes: their first ones tell them apart. */
function hashTwice(key: string): [number, number] {
  let [one, other] = [0x811c9dc5, 0x9dc5811c];
  for (let i = 0; i < HASHED_CHARACTERS; i += 2) {
    one = Math.imul(one ^ key.charCodeAt(i), 0x01000193);
    other = Math.imul(other ^ key.charCodeAt(i + 1), 0x01000193);
  }
  return [(one ^ (one >>> 15)) >>> 0, ((other ^ (other >>> 13)) | 1) >>> 0];
}
