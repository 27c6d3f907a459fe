import { randomFillSync } from 'node:crypto';

/** Where a sandbox takes chance from: blockhashes, names of its ledger and of its orders. */
export type RandomBytes = (size: number) => Uint8Array;

/** Random bytes for so many hashes, drawn at once: an epoch has hundreds of thousands of slots. */
const POOL = new Uint8Array(16_384);
let used = POOL.length;

/** The chance of the machine. */
export const drawRandomBytes: RandomBytes = (size) => {
  if (used + size > POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += size;
  return POOL.slice(used - size, used);
};
