import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFreePort } from '@staking-agent/dev';
import { until } from './until.ts';
import { send, startWorld } from './world.ts';

test('the service of a laptop answers nobody before its world is ready', async (t) => {
  const port = await findFreePort();
  const starting = startWorld(t, { PORT: String(port) }, Date, { epochsBehind: 3 });
  const base = `http://127.0.0.1:${port}/api/v1`;
  let answered: unknown;
  let failed: unknown;
  starting.catch((error) => {
    failed = error;
  });
  await until('the service answers', async () => {
    // The first connection that is taken asks for the list: nothing may be missing from it.
    answered = await send('GET', `${base}/strategies`).catch(() => undefined);
    return answered !== undefined || failed !== undefined;
  });
  const { sandbox } = await starting;
  assert.equal(Object(answered).status, 200);
  const { strategies } = Object(answered).body;
  for (const { key, live } of strategies) assert.equal(typeof live.apy, 'number', key);
  assert.equal(strategies.length, 4);
  const { body } = await send('GET', `${base}/apy/history?strategy=sol-leveraged-stake`);
  assert.ok(body.points.length >= 2, JSON.stringify(body));
  assert.equal(sandbox.ledger.epoch(), 1039n);
});
