const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DIGITS = new Uint8Array(128);
for (let digit = 0; digit < ALPHABET.length; digit += 1) DIGITS[ALPHABET.charCodeAt(digit)] = digit;

const KEY_SIZE = 32;
/** 32 bytes take as many digits. */
const KEY_TEXT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
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
  if (!KEY_TEXT.test(text)) return undefined;
  const key = new Uint8Array(KEY_SIZE);
  for (let i = 0; i < text.length; ) {
    let carry = 0;
    let scale = 1;
    // Four digits at a time: 255 · 58⁴ and what is carried stay below 2³².
    for (; scale < LIMB && i < text.length; i += 1) {
      carry = carry * 58 + (DIGITS[text.charCodeAt(i)] ?? 0);
      scale *= 58;
    }
    for (let at = KEY_SIZE - 1; at >= 0; at -= 1) {
      carry += (key[at] ?? 0) * scale;
      key[at] = carry;
      carry >>>= 8;
    }
    if (carry > 0) return undefined;
  }
  let zeros = 0;
  while (key[zeros] === 0) zeros += 1;
  return text.search(/[^1]|$/) === zeros ? key : undefined;
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
