import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { describe, test } from 'node:test';
import { runApart } from './run-apart.ts';

/** 3 ms of a core each; `npx node e2e/adversarial/run.ts mutants 200000 <first seed>` runs more. */
const CASES = 195_000;
/** From seed 1 on, as `npx node e2e/adversarial/run.ts` begins. */
const FIRST_CASES = 5_000;
/** Another in every run; each process prints where it began, and ADVERSARIAL_SEED repeats one case. */
const FIRST = randomInt(2 ** 31);
/** More than the rarest hole needs. */
const HOLE_CASES = 60_000;

// At once: the holes are one process, beside which all cores but one would be idle.
describe('the adversarial suite', { concurrency: true }, () => {
  test('no mutant of an honest build passes and hurts its wallet, at length', async (t) => {
    const processes = Math.min(4, availableParallelism());
    const each = Math.ceil(CASES / processes);
    const runs = Array.from({ length: processes }, (_, i) => runApart('mutants', each, FIRST + i * each));
    runs.push(runApart('mutants', FIRST_CASES));
    for (const { code, output } of await Promise.all(runs)) {
      t.diagnostic(output);
      assert.equal(code, 0, output);
    }
  });

  test('each hole that is planted into the verifier is found', async (t) => {
    const { code, output } = await runApart('holes', HOLE_CASES);
    t.diagnostic(output);
    assert.equal(code, 0, output);
  });
});
