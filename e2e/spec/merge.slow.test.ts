import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { compareMerges } from '../compare-merges.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { startWorld } from '../world.ts';

const world = await startWorld({ after }, {}, createHastyClock());

test('any two stake accounts are merged exactly where the stake program merges them', async () => {
  const { taken, refused, spared } = await compareMerges(world);
  const seen = `${taken} taken, ${refused} refused, ${spared} spared`;
  assert.ok(taken > 30 && refused > 3 * taken && spared > 0, seen);
});
