import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after } from 'node:test';

// biome-ignore lint/style/noProcessEnv: where the binaries lie is a matter of the machine.
const { SANDBOX_PROGRAMS_DIR } = process.env;

/** A way a program runs in a test, and why it cannot be tested here. */
export type Implementation = {
  readonly name: string;
  readonly directory: string | undefined;
  readonly skip: false | string;
};

/** The ways some programs can run: all as models, and each as its binary while all others are models. */
export function listImplementations(...files: readonly string[]): Implementation[] {
  return [{ name: 'model', directory: undefined, skip: false }, amongModels(files)];
}

/** Some programs as their binaries, everything that they call and that calls them as models. */
function amongModels(files: readonly string[]): Implementation {
  const directory = SANDBOX_PROGRAMS_DIR === undefined ? undefined : resolve(SANDBOX_PROGRAMS_DIR);
  const isThere = directory !== undefined && files.every((file) => existsSync(join(directory, file)));
  if (!isThere) {
    return { name: 'binary', directory: undefined, skip: `SANDBOX_PROGRAMS_DIR has no ${files.join(', ')}` };
  }
  const folder = mkdtempSync(join(tmpdir(), 'binaries-'));
  for (const file of files) copyFileSync(join(directory, file), join(folder, file));
  after(() => rmSync(folder, { recursive: true }));
  return { name: `${files.join(', ')} among models`, directory: folder, skip: false };
}
