import { test } from 'node:test';
import { createHastyClock } from './hasty-clock.ts';
import { assertLife } from './live.ts';
import { startWorld } from './world.ts';

/** A hundred seconds of a quiet machine; HISTORY_LIVES runs more of them, from HISTORY_SEED on. */
// biome-ignore lint/style/noProcessEnv: a setting of this test alone.
const LIVES = Number(process.env['HISTORY_LIVES'] ?? 10);
// biome-ignore lint/style/noProcessEnv: a setting of this test alone.
const SEED = Number(process.env['HISTORY_SEED'] ?? 1_000);
const EPOCHS = 30;
/** The sandbox keeps ten thousand transactions: lives before the last ones are forgotten. */
const LIVES_OF_A_WORLD = 25;

for (let first = 0; first < LIVES; first += LIVES_OF_A_WORLD) {
  test(`lives ${first} to ${first + LIVES_OF_A_WORLD - 1} add up, and the feed is the list`, async (t) => {
    const world = await startWorld(t, {}, createHastyClock());
    for (let i = 0; i < Math.min(LIVES_OF_A_WORLD, LIVES - first); i += 1)
      await assertLife(t, world, SEED + first + i, EPOCHS);
  });
}
