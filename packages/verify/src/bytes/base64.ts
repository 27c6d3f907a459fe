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
