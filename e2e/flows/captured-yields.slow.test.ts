import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWorld } from '../world.ts';
import { outliveSource, readHistory } from './outlive-source.ts';

test('a hundred captured epochs outlive a source that keeps eighty', async (t) => {
  const world = await startWorld(t);
  await outliveSource(world, 100);
  for (const strategy of ['sol-native-stake', 'sol-liquid-stake']) {
    assert.equal((await readHistory(world, strategy, 'All')).complete, 'true');
    assert.equal((await readHistory(world, strategy, '3M')).complete, 'true');
    assert.equal((await readHistory(world, strategy, '6M')).complete, 'false');
  }
  const leveraged = await readHistory(world, 'sol-leveraged-stake', 'All');
  assert.equal(leveraged.points.length, 12);
  assert.equal(leveraged.complete, 'false');
});
