import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from './known-keys.ts';
import { sha256 } from './sha256.ts';
import { ascii, keepLately } from './text.ts';

/** Derives the one associated token account of an owner for a mint. */
export function findAssociatedTokenAddress(
  owner: Uint8Array,
  mint: Uint8Array,
  tokenProgram: Uint8Array = TOKEN_PROGRAM,
): Uint8Array {
  return findProgramAddress([owner, tokenProgram, mint], ASSOCIATED_TOKEN_PROGRAM);
}

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

/** The field's prime, 2^255 − 19. */
const P = 2n ** 255n - 19n;
/** The curve's d is −(N − 1) / N. */
const N = 121_666n;

/**
 * Whether 32 bytes are the compressed form of a point of ed25519, which a program-derived address must not be.
 *
 * The bytes hold y; x² = (y² − 1) / (d·y² + 1) has a solution exactly when the product of both is 0 or a square, which
 * Euler's criterion tells; both are taken N times, which makes a square of no other. The sign bit and a y above the prime are taken as the ledger takes them: without objection.
 */
export function isOnCurve(key: Uint8Array): boolean {
  let y = BigInt((key[31] ?? 0) & 0x7f);
  for (let at = 30; at >= 0; at -= 1) y = (y << 8n) | BigInt(key[at] ?? 0);
  const y2 = (y * y) % P;
  const product = ((y2 - 1n) * N * (N - (N - 1n) * y2)) % P;
  return product === 0n || toHalfOrder(product < 0n ? product + P : product) === 1n;
}

// x^((p − 1) / 2) with (p − 1) / 2 = (2^250 − 1)·2^4 + 6; `onesN` is x^(2^N − 1).
function toHalfOrder(x: bigint): bigint {
  const x2 = (x * x) % P;
  const ones2 = (x2 * x) % P;
  const ones4 = (squared(ones2, 2) * ones2) % P;
  const ones5 = (squared(ones4, 1) * x) % P;
  const ones10 = (squared(ones5, 5) * ones5) % P;
  const ones20 = (squared(ones10, 10) * ones10) % P;
  const ones40 = (squared(ones20, 20) * ones20) % P;
  const ones80 = (squared(ones40, 40) * ones40) % P;
  const ones160 = (squared(ones80, 80) * ones80) % P;
  const ones240 = (squared(ones160, 80) * ones80) % P;
  const ones250 = (squared(ones240, 10) * ones10) % P;
  return (squared(ones250, 4) * ((ones2 * ones2) % P)) % P;
}

function squared(x: bigint, times: number): bigint {
  let result = x;
  for (let i = 0; i < times; i += 1) result = (result * result) % P;
  return result;
}
