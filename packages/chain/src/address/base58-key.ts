const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const NO_DIGIT = 58;
const DIGITS = new Uint8Array(256).fill(NO_DIGIT);
const CODES = Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
for (const [digit, code] of CODES.entries()) DIGITS[code] = digit;
const [ONE] = CODES;

const KEY_SIZE = 32;
/** 32 bytes are so many digits at least, because a zero byte in front is a digit too, and at most. */
const LEAST_DIGITS = KEY_SIZE;
const MOST_DIGITS = 44;

/** A key in base 2^16 and in base 58^5. Sums of products of both kinds of places stay exact in a double. */
const WORD = 2 ** 16;
const WORDS = KEY_SIZE / 2;
const GROUP_DIGITS = 5;
const GROUP = 58 ** GROUP_DIGITS;
const GROUPS = Math.ceil(MOST_DIGITS / GROUP_DIGITS);

/** The lowest place comes first, here and in all that follows. */
const WORDS_IN_GROUPS = createPowers(WORD, WORDS, GROUP, GROUPS);
const GROUPS_IN_WORDS = createPowers(GROUP, GROUPS, WORD, WORDS);

// Made once: what is worked on here never outlives a call.
const words = new Float64Array(WORDS);
const groups = new Float64Array(GROUPS);
const text = new Uint8Array(GROUPS * GROUP_DIGITS);

/**
 * Writes 32 bytes in base58.
 *
 * The key is multiplied by a table of powers, 144 products in all, where the usual way divides for every byte and digit.
 */
export function encodeKey(key: Uint8Array): string {
  for (let i = 0; i < WORDS; i += 1) {
    words[i] = (key[KEY_SIZE - 1 - 2 * i] ?? 0) + 256 * (key[KEY_SIZE - 2 - 2 * i] ?? 0);
  }
  changeBase(words, WORDS_IN_GROUPS, groups, GROUP);
  for (let i = 0, at = text.length; i < GROUPS; i += 1) {
    let rest = groups[i] ?? 0;
    for (let digit = 0; digit < GROUP_DIGITS; digit += 1) {
      // A group is below 2^31, so this rounds down.
      const higher = (rest / 58) | 0;
      at -= 1;
      text[at] = CODES[rest - 58 * higher] ?? 0;
      rest = higher;
    }
  }
  let from = 0;
  while (from < text.length && text[from] === ONE) from += 1;
  return Reflect.apply(String.fromCharCode, undefined, text.subarray(from - countZeros(key)));
}

/** Reads base58 text of 32 bytes; returns undefined for any other text. */
export function decodeKey(base58: string): Uint8Array | undefined {
  const { length } = base58;
  if (length < LEAST_DIGITS || length > MOST_DIGITS || !readGroups(base58)) return undefined;
  if (changeBase(groups, GROUPS_IN_WORDS, words, WORD) > 0) return undefined;
  const key = new Uint8Array(KEY_SIZE);
  for (let i = 0; i < WORDS; i += 1) {
    const word = words[i] ?? 0;
    key[KEY_SIZE - 1 - 2 * i] = word;
    key[KEY_SIZE - 2 - 2 * i] = word >> 8;
  }
  let ones = 0;
  while (base58.charCodeAt(ones) === ONE) ones += 1;
  return ones === countZeros(key) ? key : undefined;
}

/** Reads digits into groups; returns whether all characters are digits. */
function readGroups(base58: string): boolean {
  for (let i = 0, end = base58.length; i < GROUPS; i += 1, end -= GROUP_DIGITS) {
    let value = 0;
    for (let at = Math.max(end - GROUP_DIGITS, 0); at < end; at += 1) {
      const digit = DIGITS[base58.charCodeAt(at)] ?? NO_DIGIT;
      if (digit === NO_DIGIT) return false;
      value = value * 58 + digit;
    }
    groups[i] = value;
  }
  return true;
}

function countZeros(key: Uint8Array): number {
  let zeros = 0;
  while (zeros < KEY_SIZE && key[zeros] === 0) zeros += 1;
  return zeros;
}

/** Converts places of one base to places of another base; returns the carry beyond the highest place. */
function changeBase(from: Float64Array, powers: Float64Array, to: Float64Array, base: number): number {
  let carry = 0;
  for (let i = 0; i < to.length; i += 1) {
    let sum = carry;
    for (let j = 0; j < from.length; j += 1) sum += (from[j] ?? 0) * (powers[i * from.length + j] ?? 0);
    carry = Math.floor(sum / base);
    to[i] = sum - carry * base;
  }
  return carry;
}

/** Computes the first powers of a base as places of another base; each row has the same place of every power. */
function createPowers(of: number, count: number, base: number, places: number): Float64Array {
  const powers = new Float64Array(count * places);
  for (let i = 0; i < count; i += 1) {
    let rest = BigInt(of) ** BigInt(i);
    for (let place = 0; place < places; place += 1, rest /= BigInt(base)) {
      powers[place * count + i] = Number(rest % BigInt(base));
    }
  }
  return powers;
}
