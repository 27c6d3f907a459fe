import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findViolation } from './find-violation.ts';
import { PLANTS } from './plant.ts';
import { runHistory } from './run-history.ts';
import { searchApart } from './search-apart.ts';
import { shrink } from './shrink.ts';
import { tellStory } from './tell-story.ts';

// biome-ignore lint/style/noProcessEnv: how many to try is for whoever tries them to say.
const SEEDS = Number(process.env['HISTORIES'] ?? 20_000);
const MOST_SEEDS_TO_FIND = 1_000;

test(`in ${SEEDS} histories every promise is kept`, async () => {
  assert.deepEqual(await searchApart(1, SEEDS), []);
});

describe('each rule that is taken away is missed', () => {
  for (const plant of PLANTS) {
    test(plant, async () => {
      assert.notEqual(await findViolation(plant, 1, MOST_SEEDS_TO_FIND), undefined);
    });
  }
});

test('a bad history is shrunk to a few faults that still make it bad', async () => {
  const plant = '504 as not sent';
  const bad = await runHistory(10, { plant });
  const { history } = await shrink(bad, 10, plant);
  assert.ok(history.violations.length > 0);
  assert.ok(history.faults.length < bad.faults.length / 2, `${history.faults.length} faults`);
  const { faults, callers } = history;
  for (const [i] of faults.entries()) {
    const less = await runHistory(10, { plant, callers, faults: faults.toSpliced(i, 1) });
    assert.deepEqual(less.violations, []);
  }
  assert.match(tellStory(10, history), /every node: send 504 after\n[\s\S]*WRONG: caller \d paid 2 times/);
});
