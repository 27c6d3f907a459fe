import { ascii } from './ascii.ts';
import { isOnCurve } from './is-on-curve.ts';
import { keepLately } from './keep-lately.ts';
import { sha256 } from './sha256.ts';

const MARKER = ascii('ProgramDerivedAddress');
/** A derivation takes some 100 microseconds. */
const cache = new Map<string, Uint8Array>();

/**
 * Derives the address of a program for seeds: the first hash, from bump 255 down, that is not on the curve.
 *
 * @returns 32 bytes, shared with later calls: not to be written to.
 */
export function findProgramAddress(seeds: readonly Uint8Array[], program: Uint8Array): Uint8Array {
  const key = cacheKey(seeds, program);
  return cache.get(key) ?? keepLately(cache, key, derive(seeds, program));
}

function derive(seeds: readonly Uint8Array[], program: Uint8Array): Uint8Array {
  const input = Uint8Array.from([...seeds.flatMap((seed) => [...seed]), 0, ...program, ...MARKER]);
  const bumpAt = input.length - 1 - program.length - MARKER.length;
  for (let bump = 255; bump >= 0; bump -= 1) {
    input[bumpAt] = bump;
    const address = sha256(input);
    if (!isOnCurve(address)) return address;
  }
  throw new Error('No bump fits.');
}

// Seed lengths are part of it: two lists of seeds with the same bytes are one address on the ledger too, but only
// a key that says where each ends is plainly right.
function cacheKey(seeds: readonly Uint8Array[], program: Uint8Array): string {
  let key = String.fromCharCode(...program);
  for (const seed of seeds) key += String.fromCharCode(seed.length, ...seed);
  return key;
}
