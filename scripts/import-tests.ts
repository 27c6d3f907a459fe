import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { countCpuSeconds } from './file-cpu-seconds.ts';
import { holdTracking, trackAll } from './hold-tracking.ts';

/*
 * Runs test files in this process, as many at a time as TEST_LANES says, each as a test that has the file's tests for
 * subtests. So hooks at the top of a file are hooks of that file alone, and a world that it starts ends with it.
 */

/** `Infinity` would be the limit of the tests inside. */
const NO_LIMIT = 2 ** 31 - 1;
const PAUSE_MILLISECONDS = 5;

// biome-ignore lint/style/noProcessEnv: the arguments of `node --test` are files of its own.
const { TEST_FILES = '[]', TEST_LANES = '1' } = process.env;
const files: readonly string[] = JSON.parse(TEST_FILES);
let isImporting = false;

const start = () => {
  describe('files', { timeout: NO_LIMIT, concurrency: Number(TEST_LANES) }, () => {
    for (const file of files) {
      test(file, { timeout: NO_LIMIT, concurrency: 1 }, (context) => {
        context.after(countCpuSeconds(file));
        return importAlone(file);
      });
    }
  });
};
// A file that is alone has the runner to itself.
const { bind } = files.length > 1 ? holdTracking(start) : trackAll(start);

// The test runner knows whose test is added from where the module began to run. Two files that import the same module for
// the first time would begin at the same time, in either's name. For the same reason nobody awaits another's promise here.
async function importAlone(file: string): Promise<void> {
  const importInName = bind(() => import(new URL(`../${file}`, import.meta.url).href));
  while (isImporting) await sleep(PAUSE_MILLISECONDS);
  isImporting = true;
  try {
    await importInName();
  } finally {
    isImporting = false;
  }
}
