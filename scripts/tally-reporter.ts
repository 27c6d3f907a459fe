import type { TestEvent } from 'node:test/reporters';

/** How many tests of each file ended how, and the seconds they took, by its path. */
export type Tally = Record<string, Counts & { seconds: number }>;

/** `skipped` are names and reasons. */
type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;
type Counts = { passed: number; failed: number; skipped: readonly string[] };

/** Files are inside of a lane, which is inside of the suite of all. */
const FILE_NESTING = 2;
/** `import-tests.ts` names them; they fail with their files. */
const LANE = /^lane [0-9]+$/;
/** After all tests are reported; what is written of them is there long before. */
const PATIENCE_MILLISECONDS = 30_000;
/** A test that was added when its file had been imported, by a suite that waits, say: hooks and worlds of it are gone. */
const NO_FILE = 'a suite that is an async function';
const NONE: Counts = { passed: 0, failed: 0, skipped: [] };

/**
 * Counts the tests that `import-tests.ts` runs and the time of each file, and prints them as one line of JSON at the end.
 *
 * Suites and files are not counted: they pass and fail with their tests. A file that fails by itself counts as one that
 * failed, and so does a test that is of no file. A test that is still to be done is skipped. A suite that is skipped counts
 * as one test: what it holds is not known.
 */
// biome-ignore lint/style/noDefaultExport: a test reporter is its default export.
export default async function* tally(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: Tally = {};
  let counts = NONE;
  let strays = 0;
  for await (const event of source) {
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { name, nesting, details } = event.data;
    if (nesting < FILE_NESTING) strays += Number(details.type !== 'suite' && !LANE.test(name));
    else if (nesting > FILE_NESTING) counts = count(event, counts);
    else {
      const failed = event.type === 'test:fail' ? Math.max(counts.failed, 1) : counts.failed;
      files[name] = { ...counts, failed, seconds: details.duration_ms / 1000 };
      counts = NONE;
    }
  }
  yield `${JSON.stringify({ ...files, ...nameStrays(strays) })}\n`;
  // `--test-force-exit` has been seen to wait for reporters that had ended, while a test had left a handle open.
  setTimeout(() => process.exit(), PATIENCE_MILLISECONDS).unref();
}

function count({ type, data }: Ended, counts: Counts): Counts {
  const reason = data.skip ?? data.todo ?? false;
  if (reason !== false) return { ...counts, skipped: [...counts.skipped, `${data.name} (${reason})`] };
  if (data.details.type === 'suite') return counts;
  const end = type === 'test:pass' ? 'passed' : 'failed';
  return { ...counts, [end]: counts[end] + 1 };
}

function nameStrays(strays: number): Tally {
  return strays === 0 ? {} : { [NO_FILE]: { ...NONE, failed: strays, seconds: 0 } };
}
