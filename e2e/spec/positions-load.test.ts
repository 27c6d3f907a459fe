import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCountingNode } from '../count-rpc.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { startWorld } from '../world.ts';

const clock = createHastyClock();
const world = await startWorld({ after }, {}, clock);

/** The methods that only wallets are read with, and the reads of accounts among which one is a wallet's. */
const countReads = (calls: readonly string[], wallet: string) =>
  calls.filter((call) => call.includes(wallet)).map((call) => String(JSON.parse(call).method));

test('a wallet costs one round of calls, and none while it was just read', async (t) => {
  const node = await startCountingNode(t, world.sandbox.url);
  const own = createHastyClock();
  const counted = await startWorld(t, { LEDGER_RPC_URLS: node.url }, own);
  const { address: wallet } = await makeSandboxWallet(world, { sol: '1' });
  const path = `/wallets/${wallet}/positions`;
  const once = ['getMultipleAccounts', 'getProgramAccounts', 'getProgramAccounts'];

  const together = await Promise.all([counted.get(path), counted.get(path), counted.get(path)]);
  assert.deepEqual(
    together.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.deepEqual(countReads(node.calls, wallet).toSorted(), once);
  assert.equal((await counted.get(`/wallets/${wallet}/calendar.ics`)).status, 200);
  assert.equal(countReads(node.calls, wallet).length, once.length);

  own.pass(2_001);
  assert.equal((await counted.get(path)).status, 200);
  assert.equal(countReads(node.calls, wallet).length, 2 * once.length);
});
