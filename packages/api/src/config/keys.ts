import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTokenKey, type TokenKey } from '../builds/token.ts';

/** Files in the data directory that keep the keys of a development machine. */
export const DEVELOPMENT_KEY_FILES = {
  serviceToken: 'service-token-key',
  partnerKeySecret: 'partner-key-secret',
} as const;

/**
 * Reads a key of a development machine, making one on first use, readable by its owner only.
 *
 * @param file - name of its file; one of {@link DEVELOPMENT_KEY_FILES}.
 */
export function developmentKey(dataDirectory: string, file: string): string {
  const path = join(dataDirectory, file);
  mkdirSync(dataDirectory, { recursive: true });
  try {
    // Of two processes that find none, one makes it and the other reads what the first has made.
    writeFileSync(path, `dev:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error;
  }
  return readFileSync(path, 'utf8').trim();
}

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
