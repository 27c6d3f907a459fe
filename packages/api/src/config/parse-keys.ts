import { createTokenKey, type TokenKey } from '../builds/token.ts';

/** Different bytes that a key of production has; what a person types or a program fills in has fewer. */
const LEAST_DISTINCT = 16;

/**
 * Reads a list of keys, `kid:base64` comma-separated; the first one is the one in use.
 *
 * @param developmentKey - gives the key of a machine where none is set.
 * @throws {Error} saying what would be right, never showing a key.
 */
export function parseKeys(
  text: string | undefined,
  isProduction: boolean,
  developmentKey: () => string,
): readonly TokenKey[] {
  if (text === undefined && isProduction) {
    throw new Error('must be set in production: kid:base64 of 32 random bytes, comma-separated');
  }
  const rule = { leastDistinct: isProduction ? LEAST_DISTINCT : 0 };
  const keys = (text ?? developmentKey()).split(',').map((entry) => createTokenKey(entry.trim(), rule));
  if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) throw new Error('names a kid twice');
  return keys;
}
