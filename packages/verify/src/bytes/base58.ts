const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const NO_DIGIT = 0xff;
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (let digit = 0; digit < ALPHABET.length; digit += 1) DIGITS[ALPHABET.charCodeAt(digit)] = digit;
const ONE = ALPHABET.charCodeAt(0);

const KEY_SIZE = 32;
/** 32 bytes take at most this many digits. */
const KEY_DIGITS_LIMIT = 44;
const KEY_LIMB = 2 ** 24;
/** 33 bytes in limbs of three; the last byte must stay empty. */
const KEY_LIMBS = 11;
/** One for all calls: an array of this size lies outside the heap, where it costs more than its contents. */
const SCRATCH = new Float64Array(KEY_LIMBS);
const LIMB = 58 ** 4;

/** Writes bytes in base58, with a `1` for every leading zero byte. */
export function encodeBase58(bytes: Uint8Array): string {
  // Little-endian digits in base 58^4, which a double multiplies exactly.
  const limbs: number[] = [];
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros += 1;
  for (let i = zeros; i < bytes.length; i += 1) {
    let carry = bytes[i] ?? 0;
    for (let at = 0; at < limbs.length; at += 1) {
      carry += (limbs[at] ?? 0) * 256;
      limbs[at] = carry % LIMB;
      carry = Math.floor(carry / LIMB);
    }
    if (carry > 0) limbs.push(carry);
  }
  let text = '';
  for (let rest of limbs) {
    for (let i = 0; i < 4; i += 1) {
      text = ALPHABET.charAt(rest % 58) + text;
      rest = Math.floor(rest / 58);
    }
  }
  // The highest limb may begin with digits that are zero.
  return '1'.repeat(zeros) + text.replace(/^1+/, '');
}

/** Reads the base58 text of a key; undefined unless it is exactly 32 bytes. */
export function decodeKey(text: string): Uint8Array | undefined {
  if (text.length < KEY_SIZE || text.length > KEY_DIGITS_LIMIT) return undefined;
  // Little-endian limbs of 24 bits, four digits taken in at a time: a double holds every product.
  const limbs = SCRATCH.fill(0);
  for (let at = 0, end = text.length % 4 || 4; at < text.length; at = end, end += 4) {
    const value = digitsBetween(text, at, end);
    // Each four digits fill less than one limb more.
    const used = Math.min(KEY_LIMBS, Math.ceil(at / 4) + 1);
    if (value === undefined || !multiplyAdd(limbs, used, value)) return undefined;
  }
  const key = new Uint8Array(KEY_SIZE);
  for (let at = 0; at < KEY_SIZE; at += 1) {
    key[KEY_SIZE - 1 - at] = (limbs[Math.floor(at / 3)] ?? 0) >> (8 * (at % 3));
  }
  const isWithin = (limbs[KEY_LIMBS - 1] ?? 0) < 0x1_0000;
  return isWithin && leadingZeros(key) === leadingOnes(text) ? key : undefined;
}

/**
 * Reads a required address: a constant, or one of a deployment.
 *
 * @throws {TypeError} when it is none.
 */
export function requireKey(address: string): Uint8Array {
  const key = decodeKey(address);
  if (key === undefined) throw new TypeError(`${address} is not a base58 address.`);
  return key;
}

function digitsBetween(text: string, from: number, end: number): number | undefined {
  let value = 0;
  for (let at = from; at < end; at += 1) {
    const digit = DIGITS[text.charCodeAt(at)] ?? NO_DIGIT;
    if (digit === NO_DIGIT) return undefined;
    value = value * 58 + digit;
  }
  return value;
}

/** Multiplies and adds in place; returns whether the result fits the limbs in use. */
function multiplyAdd(limbs: Float64Array, used: number, summand: number): boolean {
  let carry = summand;
  for (let i = 0; i < used; i += 1) {
    const value = (limbs[i] ?? 0) * LIMB + carry;
    carry = Math.floor(value / KEY_LIMB);
    limbs[i] = value - carry * KEY_LIMB;
  }
  return carry === 0;
}

function leadingZeros(key: Uint8Array): number {
  let count = 0;
  while (count < key.length && key[count] === 0) count += 1;
  return count;
}

function leadingOnes(text: string): number {
  let count = 0;
  while (text.charCodeAt(count) === ONE) count += 1;
  return count;
}
