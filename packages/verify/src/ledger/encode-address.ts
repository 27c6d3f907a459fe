import { encodeBase58 } from '../bytes/index.ts';

const CACHE_LIMIT = 10_000;
const cache = new Map<string, string>();

/** Writes a key as base58; keys met before are looked up, since one takes microseconds to write. */
export function encodeAddress(key: Uint8Array): string {
  const raw = String.fromCharCode(...key);
  const known = cache.get(raw);
  if (known !== undefined) return known;
  const address = encodeBase58(key);
  const [oldest] = cache.size < CACHE_LIMIT ? [] : cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(raw, address);
  return address;
}
