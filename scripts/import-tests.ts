import { test } from 'node:test';

/*
 * Runs test files one after the other in this process, each as a test that has the file's tests for subtests. So hooks at
 * the top of a file are hooks of that file alone, and a world that it starts ends with it.
 */

// biome-ignore lint/style/noProcessEnv: the arguments of `node --test` are files of its own.
const files: readonly string[] = JSON.parse(process.env['TEST_FILES'] ?? '[]');

for (const file of files) {
  test(file, { timeout: Number.POSITIVE_INFINITY }, async () => {
    await import(new URL(`../${file}`, import.meta.url).href);
  });
}
