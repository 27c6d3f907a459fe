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
