import { chmodSync, existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/**
 * Creates a database file that only its owner can read, or checks the existing one.
 *
 * It holds answers with valid tokens. A new file appears under its name only when complete, so an empty file was truncated.
 *
 * @throws {Error} for an empty file, which may have lost its data.
 */
export function prepareSqliteFile(path: string): void {
  if (!existsSync(path)) createFile(path);
  if (statSync(path).size === 0) {
    throw new Error('it has 0 bytes, which is no database that the service made. To begin anew, remove it');
  }
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    const { mode } = statSync(file, { throwIfNoEntry: false }) ?? { mode: 0 };
    if ((mode & OTHERS) !== 0) chmodSync(file, OWNER_ONLY);
  }
}

function createFile(path: string): void {
  const draft = `${path}-new-${process.pid}-${performance.now()}`;
  try {
    const database = new DatabaseSync(draft);
    chmodSync(draft, OWNER_ONLY);
    // The first thing written is the kind of the log; with it the file has its first page.
    database.exec('PRAGMA journal_mode = WAL');
    database.close();
    linkSync(draft, path);
  } catch (error) {
    // Somebody else has made it meanwhile.
    if (Object(error).code !== 'EEXIST') throw error;
  } finally {
    for (const end of ['', '-wal', '-shm']) rmSync(`${draft}${end}`, { force: true });
  }
}
