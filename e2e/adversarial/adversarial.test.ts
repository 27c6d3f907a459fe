import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runApart } from './run-apart.ts';

/** The first of 5,000 from the same seed that adversarial.slow.test.ts runs, beside 200,000 others. */
const CASES = 120;

test('no mutant of an honest build passes and hurts its wallet', async (t) => {
  const { code, output } = await runApart('mutants', CASES);
  t.diagnostic(output);
  assert.equal(code, 0, output);
});
