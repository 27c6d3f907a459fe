import { spawn } from 'node:child_process';
import { globSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/*
 * `npm run test:binaries` runs the tests that compare models with the programs' own binaries, which must lie in the
 * folder that SANDBOX_PROGRAMS_DIR names. Tests of a program whose file is not there are reported as skipped.
 */

const ROOT = join(import.meta.dirname, '..');

/** Files with a test that runs on a binary. */
const FILES = [
  'packages/sandbox/test/pool-*.test.ts',
  'packages/sandbox/test/router-*.test.ts',
  'packages/sandbox/test/vault-*.test.ts',
  'packages/sandbox/test/lending-around-models.test.ts',
  'packages/sandbox/test/leveraged-flows.test.ts',
];

// biome-ignore lint/style/noProcessEnv: where the binaries lie is a matter of the machine.
const { SANDBOX_PROGRAMS_DIR = '' } = process.env;

const binaries = listBinaries(SANDBOX_PROGRAMS_DIR);
if (binaries.length === 0) {
  process.stderr.write(
    `SANDBOX_PROGRAMS_DIR ${SANDBOX_PROGRAMS_DIR === '' ? 'is not set' : `names no folder with a *.so file: ${resolve(SANDBOX_PROGRAMS_DIR)}`}. \`npm run sandbox:programs\` fetches the binaries.\n`,
  );
  process.exitCode = 1;
} else {
  process.stdout.write(`Binaries: ${binaries.join(', ')}\n`);
  const files = globSync(FILES, { cwd: ROOT }).sort();
  spawn(process.execPath, [join(ROOT, 'scripts/run-tests.ts'), ...files], {
    cwd: ROOT,
    // biome-ignore lint/style/noProcessEnv: the tests run in the environment of this process, the folder made absolute.
    env: { ...process.env, SANDBOX_PROGRAMS_DIR: resolve(SANDBOX_PROGRAMS_DIR) },
    stdio: 'inherit',
  }).on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
}

function listBinaries(directory: string): string[] {
  if (directory === '') return [];
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.so'))
      .sort();
  } catch {
    return [];
  }
}
