import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LANGUAGES, type Language } from '@staking-agent/console/snippets';
import { CHILD_ENVIRONMENT } from '../child-environment.ts';
import type { Cleanup } from '../world.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What runs a file of a language. */
const COMMANDS: Readonly<Record<Language, readonly [command: string, suffix: string]>> = {
  curl: ['sh', 'sh'],
  TypeScript: [process.execPath, 'mjs'],
  Python: ['python3', 'py'],
};

/** Whether what a language needs is on this machine. */
export async function canRun(language: Language): Promise<boolean> {
  const command = language === 'Python' ? 'python3' : language === 'curl' ? 'curl' : process.execPath;
  return await promisify(execFile)(command, ['--version'], { env: environment() }).then(
    () => true,
    () => false,
  );
}

/**
 * Writes a request in a language and runs it as it is, in a folder where the packages are found.
 *
 * @param variables - of the environment, on top of nothing but the path.
 * @returns what it printed.
 */
export async function runSnippet(
  t: Cleanup,
  language: Language,
  asked: Parameters<(typeof LANGUAGES)[Language]>[0],
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/snippet-'));
  t.after(async () => rmSync(folder, { recursive: true }));
  const [command, suffix] = COMMANDS[language];
  const file = join(folder, `snippet.${suffix}`);
  writeFileSync(file, LANGUAGES[language](asked));
  const options = { cwd: folder, env: { ...environment(), ...variables } };
  const { stdout } = await promisify(execFile)(command, [file], options);
  return stdout;
}

function environment(): Record<string, string> {
  // biome-ignore lint/style/noProcessEnv: a program is found by the path of the environment.
  return { ...CHILD_ENVIRONMENT, PATH: process.env['PATH'] ?? '' };
}
