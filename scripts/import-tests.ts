import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test } from './test-contexts.ts';

/*
 * Runs test files in this process, as many at a time as TEST_LANES says, each as a test that has the file's tests for
 * subtests. So hooks at the top of a file are hooks of that file alone, and a world that it starts ends with it. A lane
 * takes the next file of the list that no other has claimed, in this process or another. While the process has no time
 * left, it begins no file beside those that run: more of them would only keep each other waiting. Files of
 * TEST_FILES_ALONE follow in one lane.
 */

/** `Infinity` would be the limit of the tests inside. */
const NO_LIMIT = 2 ** 31 - 1;
const ALONE = { timeout: NO_LIMIT, concurrency: 1 };
const PAUSE_MILLISECONDS = 5;
/** The part of the time in which the event loop is at work, and for how long that is measured. */
const BUSY = { utilization: 0.9, milliseconds: 100 };

// biome-ignore lint/style/noProcessEnv: the arguments of `node --test` are files of its own.
const { TEST_FILES = '[]', TEST_FILES_ALONE = '[]', TEST_LANES = '1', TEST_CLAIMS = '' } = process.env;
const files: string[] = JSON.parse(TEST_FILES);
const alone: string[] = JSON.parse(TEST_FILES_ALONE);
const lanes = Number(TEST_LANES);
let isImporting = false;
let running = 0;
let isWaiting = false;

describe('files', { timeout: NO_LIMIT, concurrency: lanes }, () => {
  for (let lane = 1; lane <= lanes; lane += 1) test(`lane ${lane}`, ALONE, (t) => runFiles(t, files));
});
if (alone.length > 0) {
  describe('files alone', ALONE, () => {
    test('lane 1', ALONE, (t) => runFiles(t, alone));
  });
}

async function runFiles(lane: TestContext, left: string[]): Promise<void> {
  for (let file = left.shift(); file !== undefined; file = left.shift()) {
    const next = file;
    await waitForTime();
    if (!claimFile(TEST_CLAIMS, next)) continue;
    running += 1;
    await lane.test(next, ALONE, () => importAlone(next));
    running -= 1;
  }
}

// One lane after the other, so that the next sees what the one before has added.
async function waitForTime(): Promise<void> {
  while (isWaiting) await sleep(PAUSE_MILLISECONDS);
  isWaiting = true;
  for (let utilization = 1; running > 0 && utilization > BUSY.utilization; ) {
    const before = performance.eventLoopUtilization();
    await sleep(BUSY.milliseconds);
    ({ utilization } = performance.eventLoopUtilization(before));
  }
  isWaiting = false;
}

// The test runner knows whose test is added from where the module began to run. Two files that import the same module for
// the first time would begin at the same time, in either's name. For the same reason nobody awaits another's promise here.
async function importAlone(file: string): Promise<void> {
  while (isImporting) await sleep(PAUSE_MILLISECONDS);
  isImporting = true;
  try {
    await import(new URL(`../${file}`, import.meta.url).href);
  } finally {
    isImporting = false;
  }
}

/** Claims a test file for this process: of all that share a folder of claims, one gets it. */
function claimFile(folder: string, file: string): boolean {
  try {
    mkdirSync(join(folder, file.replaceAll('/', '+')));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
