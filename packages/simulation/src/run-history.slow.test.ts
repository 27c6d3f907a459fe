import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findViolation } from './find-violation.ts';
import { PLANTS } from './plant.ts';
import { searchApart } from './search-apart.ts';

// biome-ignore lint/style/noProcessEnv: how many to try is for whoever tries them to say.
const SEEDS = Number(process.env['HISTORIES'] ?? 10_000);
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
