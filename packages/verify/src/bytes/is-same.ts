/** Compares two byte strings; an absent one equals nothing. */
export function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined || a.length !== b.length) return false;
  // Read once: the length of an array that might be resized costs as much as comparing a byte.
  for (let i = 0, end = a.length; i < end; i += 1) if (a[i] !== b[i]) return false;
  return true;
}
