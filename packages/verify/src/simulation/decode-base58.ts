const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Reads base58 of any length, as nodes print the data of instructions; undefined for text that is none. */
export function decodeBase58(text: string): Uint8Array | undefined {
  // Little-endian.
  const bytes: number[] = [];
  for (const letter of text) {
    let carry = ALPHABET.indexOf(letter);
    if (carry < 0) return undefined;
    for (let at = 0; at < bytes.length; at += 1) {
      carry += (bytes[at] ?? 0) * 58;
      bytes[at] = carry & 0xff;
      carry >>= 8;
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff);
  }
  const zeros = text.length - text.replace(/^1+/, '').length;
  return Uint8Array.from([...new Array<number>(zeros).fill(0), ...bytes.reverse()]);
}
