import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWallet } from '@staking-agent/dev';
import { assertProblem } from '../assert-answer.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { startLyingNode } from '../lying-node.ts';
import { until } from '../until.ts';
import { startWorld } from '../world.ts';

/** Calls at a time that requests may cause on one node. */
const IN_FLIGHT = 64;
const CALLERS = 300;
/** Milliseconds: more than a call waits for a place, and less than it may take. */
const BETWEEN = 2_500;

test('withdrawals while the ledger hangs hold a bounded number of calls, and the rest are told that it is too much', async (t) => {
  const sandbox = await startWorld(t);
  const node = await startLyingNode(t, sandbox.sandbox.url);
  const clock = createHastyClock();
  const world = await startWorld(t, { LEDGER_RPC_URLS: node.url, TRUST_PROXY: 'loopback' }, clock);
  const { address: wallet } = await createWallet();
  const { address: stakeAccount } = await createWallet();
  const ask = (address: string) =>
    world.post('/withdraw', { wallet, stakeAccount }, { 'x-forwarded-for': address });
  assertProblem(await ask('192.0.2.1'), { slug: 'upstream_error', code: 'STAKE_ACCOUNT_NOT_FOUND' });

  // No call gives its place up to another while the callers still come.
  clock.withhold(BETWEEN);
  const held = Promise.withResolvers<void>();
  let open = 0;
  let most = 0;
  node.tell(async ({ method }) => {
    if (method !== 'getMultipleAccounts' && method !== 'getAccountInfo') return;
    open += 1;
    most = Math.max(most, open);
    await held.promise;
    open -= 1;
  });
  let shed = 0;
  const answers = Array.from({ length: CALLERS }, async (_, i) => {
    const answer = await ask(`198.51.${i % 100}.${Math.floor(i / 100) + 1}`);
    if (answer.body.code !== 'OVERLOADED') return;
    shed += 1;
    assert.match(answer.body.detail, /busy.*ledger/);
    assert.equal(answer.headers['retry-after'], '1');
  });
  // Nothing is answered but by what is shed: the node says nothing.
  await until('all are shed that have no place', () => shed >= CALLERS - IN_FLIGHT);
  assert.ok(most <= IN_FLIGHT, `${most} calls were under way at once`);
  held.resolve();
  node.tell(undefined);
  await Promise.all(answers);
  clock.release();
  assertProblem(await ask('192.0.2.2'), { slug: 'upstream_error', code: 'STAKE_ACCOUNT_NOT_FOUND' });
});
