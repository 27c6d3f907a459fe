import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRpcNode } from '@staking-agent/sandbox';
import { startPostgres } from '@staking-agent/test-postgres';
import { assertProblem } from '../assert-answer.ts';
import { startReplica } from '../replica.ts';
import { send, startWorld } from '../world.ts';
import { outliveSource, readHistory } from './outlive-source.ts';

const LEVERAGED = 'sol-leveraged-stake';

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

test('two replicas on one database capture an epoch once, and a lagging node does not hold them back', async (t) => {
  // Given two services on one PostgreSQL, one of which also asks a node that lags
  const postgres = await startPostgres();
  t.after(() => postgres.close());
  const DATABASE_URL = await postgres.createDatabase();
  const world = await startWorld(t, { DATABASE_URL });
  const lagging = await startRpcNode(world.sandbox.ledger, { lagSlots: 3 });
  t.after(() => lagging.close());
  const replica = await startReplica(t, world.sandbox, {
    DATABASE_URL,
    LEDGER_RPC_URLS: `${world.sandbox.url},${lagging.url}`,
  });
  await Promise.all([world.service.captureYield(), replica.captureYield()]);

  // When both capture every epoch at the same time
  for (let epoch = 0; epoch < 4; epoch += 1) {
    world.sandbox.ledger.advanceEpochs(1);
    await Promise.all([world.service.captureYield(), replica.captureYield(), world.service.captureYield()]);
  }

  // Then both answer the same four points
  const points = (await readHistory(world, LEVERAGED, '1M')).points;
  assert.equal(points.length, 4);
  const other = await send('GET', `${replica.url}/api/v1/apy/history?strategy=${LEVERAGED}`);
  assert.deepEqual(other.body.points, points);

  // And without their database the history is 503, the figures are null, and both recover
  await postgres.stop();
  const refused = await world.get(`/apy/history?strategy=${LEVERAGED}`);
  assertProblem(refused, { slug: 'service_unavailable', code: 'STORE_UNAVAILABLE' });
  assert.equal(refused.headers['retry-after'], '2');
  const { body } = await world.get(`/strategies/${LEVERAGED}`);
  assert.deepEqual(body.strategy.live, { apy: null, exchangeRate: null });
  await postgres.start();
  assert.deepEqual((await readHistory(world, LEVERAGED, '1M')).points, points);
});
