import { test } from 'node:test';
import { createHastyClock } from './hasty-clock.ts';
import { assertLife } from './live.ts';
import { startWorld } from './world.ts';

const LIVES = 1_000;
const EPOCHS = 30;
/** The sandbox keeps ten thousand transactions: lives before the last ones are forgotten. */
const LIVES_OF_A_WORLD = 25;

for (let first = 0; first < LIVES; first += LIVES_OF_A_WORLD) {
  test(`lives ${first} to ${first + LIVES_OF_A_WORLD - 1} add up, and the feed is the list`, async (t) => {
    const world = await startWorld(t, {}, createHastyClock());
    for (let i = 0; i < LIVES_OF_A_WORLD; i += 1) await assertLife(world, 1_000 + first + i, EPOCHS);
  });
}
