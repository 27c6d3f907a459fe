/** Entries that a cache of addresses keeps. */
const LIMIT = 10_000;

/** Adds a value to a cache, replacing the oldest entry when it is full; returns the value. */
export function keepLately<Value>(cache: Map<string, Value>, key: string, value: Value): Value {
  const [oldest] = cache.size < LIMIT ? [] : cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(key, value);
  return value;
}
