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
