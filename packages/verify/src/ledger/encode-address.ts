import { encodeBase58 } from '../bytes/index.ts';
import { keepLately } from '../bytes/keep-lately.ts';

const cache = new Map<string, string>();

/** Encodes a key as base58; caches results, because encoding takes microseconds. */
export function encodeAddress(key: Uint8Array): string {
  const raw = String.fromCharCode(...key);
  return cache.get(raw) ?? keepLately(cache, raw, encodeBase58(key));
}
