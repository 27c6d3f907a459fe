import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RULES } from './model.world.ts';
import { FIRST_SEED, runModel } from './model-caller.world.ts';
import { RARE_MUTATIONS } from './model-mutations.world.ts';

const HISTORIES = 50_000;
const MOST_TO_FIND = 60_000;

test(`in ${HISTORIES} histories no caller pays twice, and no word is untrue`, (t) => {
  t.diagnostic(`SEED=${FIRST_SEED}`);
  for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed += 1) {
    assert.equal(runModel(seed), undefined, `SEED=${seed}`);
  }
});

for (const [name, taken] of Object.entries(RARE_MUTATIONS)) {
  test(`a service that ${name} is found`, (t) => {
    const rules = { ...RULES, ...taken };
    for (let seed = FIRST_SEED; seed < FIRST_SEED + MOST_TO_FIND; seed += 1) {
      const violation = runModel(seed, rules);
      if (violation === undefined) continue;
      t.diagnostic(`SEED=${seed}: ${violation}`);
      return;
    }
    assert.fail(`not in ${MOST_TO_FIND} histories from SEED=${FIRST_SEED}`);
  });
}
