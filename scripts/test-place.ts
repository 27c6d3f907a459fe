import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 ** 30;

/** A folder for whatever tests write, in memory where there is enough: they wait for no disk. */
export type TestPlace = { readonly folder: string; remove(): void };

/** Makes the folder; what killed processes left in it is removed with it. */
export function createTestPlace(): TestPlace {
  const folder = mkdtempSync(join(isRoomy(MEMORY) ? MEMORY : tmpdir(), 'tests-'));
  // PostgreSQL runs as another user where tests run as root; what is inside has rights of its own.
  chmodSync(folder, 0o711);
  // What was killed a moment ago may write once more.
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

// A container's may have 64 MB.
function isRoomy(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= NEEDED_BYTES;
  } catch {
    return false;
  }
}
