const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DIGITS = new Uint8Array(128);
for (let digit = 0; digit < ALPHABET.length; digit += 1) DIGITS[ALPHABET.charCodeAt(digit)] = digit;

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;
/** 32 bytes take at most this many digits. */
const KEY_DIGITS_LIMIT = 44;
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

/** Reads base58 of any length, whose time grows with its square; undefined for text that is none. */
export function decodeBase58(text: string): Uint8Array | undefined {
  if (!BASE58.test(text)) return undefined;
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ) {
    let carry = 0;
    let scale = 1;
    // Four digits at a time: 255 · 58⁴ and what is carried stay below 2³².
    for (; scale < LIMB && i < text.length; i += 1) {
      carry = carry * 58 + (DIGITS[text.charCodeAt(i)] ?? 0);
      scale *= 58;
    }
    for (let at = bytes.length - 1; at >= 0; at -= 1) {
      carry += (bytes[at] ?? 0) * scale;
      bytes[at] = carry;
      carry >>>= 8;
    }
  }
  let zeros = 0;
  while (bytes[zeros] === 0) zeros += 1;
  // As many zeros lead as the text has ones.
  return bytes.slice(zeros - text.search(/[^1]|$/));
}

/** Reads the base58 text of a key; undefined unless it is exactly 32 bytes. */
export function decodeKey(text: string): Uint8Array | undefined {
  const key = text.length <= KEY_DIGITS_LIMIT ? decodeBase58(text) : undefined;
  return key?.length === 32 ? key : undefined;
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

/**
 * Reads base64 with padding, in its one canonical form: no white space, no other alphabet, no stray bits.
 *
 * @returns undefined for any other text.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    const letters = atob(text);
    // The platform's decoder takes other forms too.
    if (btoa(letters) !== text) return undefined;
    const bytes = new Uint8Array(letters.length);
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = letters.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}

/** Reads lowercase hexadecimal text of constants in the source. */
export function hex(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Compares two byte strings; an absent one equals nothing. */
export function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  // Read once: the length of an array that might be resized costs as much as comparing a byte.
  for (let i = 0, end = a.length; i < end; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Checks whether bytes contain a key at any offset.
 *
 * Looks for one byte of the key that is not zero first, since zeros are what account data has most of.
 */
export function names(data: Uint8Array | undefined, key: Uint8Array): boolean {
  if (data === undefined) return false;
  const pivot = Math.max(
    key.findIndex((byte) => byte !== 0),
    0,
  );
  const wanted = key[pivot] ?? 0;
  for (let at = data.indexOf(wanted, pivot); at !== -1; at = data.indexOf(wanted, at + 1)) {
    if (isAt(data, at - pivot, key)) return true;
  }
  return false;
}

function isAt(data: Uint8Array, at: number, key: Uint8Array): boolean {
  for (let i = 0; i < key.length; i += 1) if (data[at + i] !== key[i]) return false;
  return true;
}

/** Entries that a cache of addresses keeps. */
const LIMIT = 10_000;

/** Adds a value to a cache, replacing the oldest entry when it is full; returns the value. */
export function keepLately<Value>(cache: Map<string, Value>, key: string, value: Value): Value {
  const [oldest] = cache.size < LIMIT ? [] : cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(key, value);
  return value;
}

const cache = new Map<string, string>();

/** Encodes a key as base58; caches results, because encoding takes microseconds. */
export function encodeAddress(key: Uint8Array): string {
  const raw = String.fromCharCode(...key);
  return cache.get(raw) ?? keepLately(cache, raw, encodeBase58(key));
}
