import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stopRouter } from './dialects.ts';
import type { Router } from './router.ts';

const calls: string[] = [];
const router = new Proxy({} as Router, {
  get: (_target, name) => async () => void calls.push(String(name)),
});
const stopped = stopRouter(router, {
  assertRunning: (target) => {
    throw new Error(`${target} is stopped`);
  },
});

for (const name of [
  'quoteSwap',
  'quoteStakeSale',
  'quotePurchase',
  'orderSwap',
  'orderPurchase',
  'orderStakeSale',
  'orderStakeExit',
] as const) {
  test(`${name} asks nothing of a router that is stopped`, async () => {
    await assert.rejects(async () => stopped[name]({} as never, ''), /router is stopped/);
    assert.ok(!calls.includes(name));
  });

  test(`${name} goes on where it is not`, async () => {
    await stopRouter(router, { assertRunning: () => undefined })[name]({} as never, '');
    assert.ok(calls.includes(name));
  });
}

test('what was ordered is executed also while the router is stopped', async () => {
  await stopped.execute('token', {}, async () => '');
  assert.ok(calls.includes('execute'));
});
