const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const DIGITS = new Map(Array.from(ALPHABET, (letter, digit) => [letter.charCodeAt(0), digit]));

const KEY_SIZE = 32;
/** 32 bytes take at most this many digits. */
const KEY_DIGITS_LIMIT = 44;

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
  for (const [at, limb] of limbs.entries()) text = limbText(limb, at === limbs.length - 1) + text;
  return '1'.repeat(zeros) + text;
}

const LIMB = 58 ** 4;

function limbText(limb: number, isHighest: boolean): string {
  let text = '';
  for (let rest = limb, i = 0; isHighest ? rest > 0 : i < 4; i += 1) {
    text = ALPHABET.charAt(rest % 58) + text;
    rest = Math.floor(rest / 58);
  }
  return text;
}

/** Reads the base58 text of a key; undefined unless it is exactly 32 bytes. */
export function decodeKey(text: string): Uint8Array | undefined {
  if (text.length < KEY_SIZE || text.length > KEY_DIGITS_LIMIT) return undefined;
  const key = new Uint8Array(KEY_SIZE);
  for (let i = 0; i < text.length; i += 1) {
    let carry = DIGITS.get(text.charCodeAt(i));
    if (carry === undefined) return undefined;
    for (let at = KEY_SIZE - 1; at >= 0; at -= 1) {
      carry += (key[at] ?? 0) * 58;
      key[at] = carry & 0xff;
      carry >>= 8;
    }
    if (carry !== 0) return undefined;
  }
  return leadingZeros(key) === leadingOnes(text) ? key : undefined;
}

function leadingZeros(key: Uint8Array): number {
  const first = key.findIndex((byte) => byte !== 0);
  return first === -1 ? key.length : first;
}

function leadingOnes(text: string): number {
  return text.length - text.replace(/^1+/, '').length;
}
