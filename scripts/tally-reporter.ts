import type { TestEvent } from 'node:test/reporters';
import { readCpuSeconds } from './read-cpu-seconds.ts';

/** How many tests of each file ended how, and the seconds they took, on the clock and of processors, by its path. */
export type Tally = Record<string, { passed: number; failed: number; seconds: number; cpuSeconds: number }>;

/** Files are inside of the suite of all files. */
const FILE_NESTING = 1;

/**
 * Counts the tests that `import-tests.ts` runs and the time of each file, and prints them as one line of JSON at the end.
 *
 * Suites and files are not counted: they pass and fail with their tests. A file that fails by itself counts as one that
 * failed. A test that is skipped or still to be done has passed.
 */
// biome-ignore lint/style/noDefaultExport: a test reporter is its default export.
export default async function* tally(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: Tally = {};
  let counts = { passed: 0, failed: 0 };
  let spent = 0;
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const depth = data.nesting - FILE_NESTING;
    const end = type === 'test:pass' ? 'passed' : 'failed';
    if (depth === 0 ? end === 'failed' && counts.failed === 0 : data.details.type !== 'suite')
      counts[end] += 1;
    if (depth !== 0) continue;
    const cpuSeconds = readCpuSeconds() - spent;
    files[data.name] = { ...counts, seconds: data.details.duration_ms / 1000, cpuSeconds };
    spent += cpuSeconds;
    counts = { passed: 0, failed: 0 };
  }
  yield `${JSON.stringify(files)}\n`;
}
