import { resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** How many tests of each file ended how, by absolute path. */
export type Tally = Record<string, { passed: number; failed: number }>;

/**
 * Counts the tests of each file, and prints them as one line of JSON at the end.
 *
 * Suites are not counted: they pass and fail with their tests. A test that is skipped or still to be done has passed.
 */
// biome-ignore lint/style/noDefaultExport: a test reporter is its default export.
export default async function* tally(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: Tally = {};
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const file = data.file ?? '';
    // A file without any test is told as one, by its path.
    if (data.details.type === 'suite' || resolve(data.name) === file) continue;
    files[file] ??= { passed: 0, failed: 0 };
    files[file][type === 'test:pass' ? 'passed' : 'failed'] += 1;
  }
  yield `${JSON.stringify(files)}\n`;
}
