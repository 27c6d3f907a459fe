import type { TestEvent } from 'node:test/reporters';
import { getCpuSeconds } from './file-cpu-seconds.ts';

/** How many tests of each file ended how, and the seconds they took, on the clock and of processors, by its path. */
export type Tally = Record<string, { passed: number; failed: number; seconds: number; cpuSeconds: number }>;

/** Files are inside of a lane, which is inside of the suite of all. */
const FILE_NESTING = 2;
/** `import-tests.ts` names them; they fail with their files. */
const LANE = /^lane [0-9]+$/;
/** After all tests are reported; what is written of them is there long before. */
const PATIENCE_MILLISECONDS = 30_000;
/** A test that was added when its file had been imported, by a suite that waits, say: hooks and worlds of it are gone. */
const NO_FILE = 'a suite that is an async function';

/**
 * Counts the tests that `import-tests.ts` runs and the time of each file, and prints them as one line of JSON at the end.
 *
 * Suites and files are not counted: they pass and fail with their tests. A file that fails by itself counts as one that
 * failed, and so does a test that is of no file. A test that is skipped or still to be done has passed.
 */
// biome-ignore lint/style/noDefaultExport: a test reporter is its default export.
export default async function* tally(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: Tally = {};
  const counts = { passed: 0, failed: 0, strays: 0 };
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const end = type === 'test:pass' ? 'passed' : 'failed';
    if (data.nesting === FILE_NESTING) {
      const own = end === 'failed' && counts.failed === 0 ? 1 : 0;
      const { passed, failed } = counts;
      files[data.name] = {
        passed,
        failed: failed + own,
        seconds: data.details.duration_ms / 1000,
        cpuSeconds: getCpuSeconds(data.name),
      };
      Object.assign(counts, { passed: 0, failed: 0 });
    } else if (data.details.type !== 'suite' && !LANE.test(data.name))
      counts[nameCount(data.nesting, end)] += 1;
  }
  yield `${JSON.stringify({ ...files, ...nameStrays(counts) })}\n`;
  // `--test-force-exit` has been seen to wait for reporters that had ended, while a test had left a handle open.
  setTimeout(() => process.exit(), PATIENCE_MILLISECONDS).unref();
}

function nameCount(nesting: number, end: 'passed' | 'failed'): 'passed' | 'failed' | 'strays' {
  return nesting < FILE_NESTING ? 'strays' : end;
}

function nameStrays({ strays }: { readonly strays: number }): Tally {
  return strays === 0 ? {} : { [NO_FILE]: { passed: 0, failed: strays, seconds: 0, cpuSeconds: 0 } };
}
