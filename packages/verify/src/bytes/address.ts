import { ascii, keepLately, requireKey as key } from './text.ts';

// Read by this package's own base58: these constants share nothing with the code that builds transactions.
export const SYSTEM_PROGRAM = key('11111111111111111111111111111111');
export const STAKE_PROGRAM = key('Stake11111111111111111111111111111111111111');
export const VOTE_PROGRAM = key('Vote111111111111111111111111111111111111111');
export const COMPUTE_BUDGET_PROGRAM = key('ComputeBudget111111111111111111111111111111');
export const TOKEN_PROGRAM = key('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM = key('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
export const ASSOCIATED_TOKEN_PROGRAM = key('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const MEMO_PROGRAM = key('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
export const LOOKUP_TABLE_PROGRAM = key('AddressLookupTab1e1111111111111111111111111');
/** The Voltr vault program, of which the vaults of USDC and of raSOL are. */
export const VAULT_PROGRAM = key('vVoLTRjQmtFpiYoegx285Ze4gsLJ8ZxgFKVcuvmG1a8');

export const CLOCK = key('SysvarC1ock11111111111111111111111111111111');
export const RENT = key('SysvarRent111111111111111111111111111111111');
export const STAKE_HISTORY = key('SysvarStakeHistory1111111111111111111111111');
export const STAKE_CONFIG = key('StakeConfig11111111111111111111111111111111');
export const INSTRUCTIONS_SYSVAR = key('Sysvar1nstructions1111111111111111111111111');

// A program counts only where its deployment lists it as well.

/** The swap aggregator, version 6. */
export const JUPITER_PROGRAM = key('JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4');
/** The router's program over stake pools. */
export const STAKEDEX_PROGRAM = key('stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq');
/** The router's pool of many liquid staking tokens. */
export const INFINITY_PROGRAM = key('5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx');
/** The router's Reserve, which pays SOL for stake accounts at once. */
export const UNSTAKE_PROGRAM = key('unpXTU2Ndrc7WWNyEhQWe4udTzSibLPi25SXv2xbCHQ');
/** The sandbox's market for raSOL; on no other ledger. */
export const MARKET_PROGRAM = key('76aHTrG9cQyT4smuvtqch5oBt5a9BAWXpJFTKmD7gtJC');

const BLOCK_SIZE = 64;

/** Integer part of 2^32 times the fraction of a root. */
function getFraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

// FIPS 180-4: the fractions of the square roots of 8 primes, and of the cube roots of 64.
const START = Int32Array.from(firstPrimes(8), (prime) => getFraction(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(firstPrimes(64), (prime) => getFraction(Math.cbrt(prime)));

/**
 * Hashes with SHA-256, after FIPS 180-4.
 *
 * @returns 32 bytes.
 */
export function sha256(input: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((input.length + 9) / BLOCK_SIZE) * BLOCK_SIZE);
  padded.set(input);
  padded[input.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(input.length / 2 ** 29));
  view.setUint32(padded.length - 4, input.length * 8);
  const state = Int32Array.from(START);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += BLOCK_SIZE) {
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + 4 * i);
    compress(state, words);
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (const [i, word] of state.entries()) out.setInt32(4 * i, word);
  return digest;
}

function compress(state: Int32Array, words: Int32Array): void {
  const w = (i: number): number => words[i] ?? 0;
  for (let i = 16; i < 64; i += 1) {
    const low = rotate(w(i - 15), 7) ^ rotate(w(i - 15), 18) ^ (w(i - 15) >>> 3);
    const high = rotate(w(i - 2), 17) ^ rotate(w(i - 2), 19) ^ (w(i - 2) >>> 10);
    words[i] = w(i - 16) + low + w(i - 7) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUNDS[i] ?? 0) + w(i)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + word;
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

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
 * Checks whether 32 bytes are the compressed form of a point of ed25519, which a program-derived address must not be.
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
