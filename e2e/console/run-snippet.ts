import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LANGUAGES, type Language } from '@staking-agent/console/snippets';
import { CHILD_ENVIRONMENT } from '../child-environment.ts';
import type { Cleanup } from '../world.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What separates what one snippet printed from the next. */
const END = '\x1e';

/** How files of a language are run one after the other by one process; one that fails prints what it says. */
const RUNNERS: Readonly<
  Record<Language, readonly [suffix: string, command: string, run: (files: readonly string[]) => string]>
> = {
  curl: ['sh', 'sh', (files) => files.map((file) => `sh ${file} 2>&1\nprintf '\\036'\n`).join('')],
  TypeScript: [
    'mjs',
    process.execPath,
    (files) =>
      files
        .map(
          (file) =>
            `await import('./${file}').catch(({ code }) => console.log(code));\nprocess.stdout.write('\\x1e');\n`,
        )
        .join(''),
  ],
};

/** Whether what a language needs is on this machine. */
export async function canRun(language: Language): Promise<boolean> {
  const command = language === 'curl' ? 'curl' : process.execPath;
  return await promisify(execFile)(command, ['--version'], { env: environment() }).then(
    () => true,
    () => false,
  );
}

/**
 * Writes requests in a language and runs each as it is, in a folder where the packages are found.
 *
 * @returns what each printed; of an error of the client its code.
 */
export async function runSnippets(
  t: Cleanup,
  language: Language,
  asked: readonly Parameters<(typeof LANGUAGES)[Language]>[0][],
): Promise<readonly string[]> {
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'node_modules/.cache/snippet-'));
  t.after(async () => rmSync(folder, { recursive: true }));
  const [suffix, command, run] = RUNNERS[language];
  const files = asked.map((each, i) => {
    const file = `snippet-${i}.${suffix}`;
    writeFileSync(join(folder, file), LANGUAGES[language](each));
    return file;
  });
  const runner = join(folder, `run.${suffix}`);
  writeFileSync(runner, run(files));
  const options = { cwd: folder, env: environment() };
  const { stdout } = await promisify(execFile)(command, [runner], options);
  return stdout.split(END).slice(0, -1);
}

function environment(): Record<string, string> {
  // biome-ignore lint/style/noProcessEnv: a program is found by the path of the environment.
  return { ...CHILD_ENVIRONMENT, PATH: process.env['PATH'] ?? '' };
}
