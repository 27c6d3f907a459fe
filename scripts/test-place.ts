import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 2 ** 30;
const ABANDONED_MILLISECONDS = 2 * 60 * 60_000;

/** A folder for whatever tests write, in memory where there is enough: they wait for no disk. */
export type TestPlace = { readonly folder: string; remove(): void };

/** Makes the folder; what killed processes left in it is removed with it, and the folders of runs that were killed. */
export function createTestPlace(): TestPlace {
  const parent = isRoomy(MEMORY) ? MEMORY : tmpdir();
  removeAbandoned(parent);
  const folder = mkdtempSync(join(parent, `tests-${process.pid}-`));
  // PostgreSQL runs as another user where tests run as root; what is inside has rights of its own.
  chmodSync(folder, 0o711);
  // What was killed a moment ago may write once more.
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) };
}

// Of a run that was killed itself. Processes of another container cannot be seen, but no run takes as long.
function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = /^tests-([0-9]+)-/.exec(name)?.[1];
    const folder = join(parent, name);
    if (pid === undefined || isRunning(Number(pid)) || !isOld(folder)) continue;
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Somebody else's.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM';
  }
}

function isOld(folder: string): boolean {
  const used = statSync(folder, { throwIfNoEntry: false })?.mtimeMs;
  return used !== undefined && Date.now() - used > ABANDONED_MILLISECONDS;
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
