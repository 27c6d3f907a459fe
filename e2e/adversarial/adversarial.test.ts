import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runApart } from './run-apart.ts';

/** The slow test runs many more, these among them. */
const CASES = 1_200;

test('no mutant of an honest build passes and hurts its wallet', async (t) => {
  const { code, output } = await runApart('mutants', CASES);
  t.diagnostic(output);
  assert.equal(code, 0, output);
});
