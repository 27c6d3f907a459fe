import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PLANTS } from './plants.ts';
import { simulate } from './simulate.ts';

const MOST_SEEDS_TO_FIND = 300;

describe('each rule that is taken away is missed', () => {
  for (const [plant, { shows, seed = 1 }] of Object.entries(PLANTS)) {
    test(plant, async (context) => {
      const seeds = `${seed}..${seed + MOST_SEEDS_TO_FIND - 1}`;
      const told = await simulate('--seeds', seeds, '--plant', plant, '--brief');
      assert.match(told, shows);
      context.diagnostic(told.slice(0, 200));
    });
  }
});
