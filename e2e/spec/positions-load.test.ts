import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { toAddress } from '@staking-agent/chain/address';
import { assertProblem } from '../assert-answer.ts';
import { startCountingNode } from '../count-rpc.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { until } from '../until.ts';
import { setLedgerFault, startWorld } from '../world.ts';

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

test('what failed is asked again', async (t) => {
  const { address: wallet } = await makeSandboxWallet(world, { sol: '1' });
  t.after(() => setLedgerFault(world, { mode: 'none' }));
  await setLedgerFault(world, { mode: '500', method: 'getMultipleAccounts' });
  const failed = await world.get(`/wallets/${wallet}/positions`);
  assertProblem(failed, { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' });
  await setLedgerFault(world, { mode: 'none' });
  assert.equal((await world.get(`/wallets/${wallet}/positions`)).status, 200);
});

test('many wallets at once are refused while builds go on', async (t) => {
  t.after(() => {
    clock.release();
    return setLedgerFault(world, { mode: 'none' });
  });
  const { address: wallet } = await makeSandboxWallet(world, { sol: '10' });
  await setLedgerFault(world, { mode: 'hang', method: 'getProgramAccounts' });
  // Searches hang for as long as it takes to refuse the others.
  clock.withhold(2_000);
  let answered = 0;
  const asked = Array.from({ length: 40 }, async (_, i) => {
    const answer = await world.get(`/wallets/${toAddress(Buffer.alloc(32, `wallet ${i}.`))}/positions`);
    answered += 1;
    return answer;
  });
  const build = await world.post('/stake', { strategy: 'sol-native-stake', wallet, amount: '2' });
  assert.equal(build.status, 200, build.text);
  // Half of the eight places are one caller's, and nobody waits for one for longer than half a second.
  await until('those without a place are refused', async () => answered === 36);
  clock.release();
  const answers = await Promise.all(asked);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.equal(refused.length, 36);
  for (const answer of refused) {
    assertProblem(answer, { slug: 'service_unavailable', code: 'OVERLOADED' });
    assert.equal(answer.headers['retry-after'], '1');
  }
  for (const { status, body } of answers) if (status === 200) assert.equal(body.isComplete, false);
});
