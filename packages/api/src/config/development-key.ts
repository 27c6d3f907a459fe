import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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
