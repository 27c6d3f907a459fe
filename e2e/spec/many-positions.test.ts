import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Address, EncodedAccount } from '@solana/kit';
import { lamports } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { ManyPositionsAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { startCounted } from '../count-rpc.ts';
import { createHastyClock } from '../hasty-clock.ts';
import { startLyingNode } from '../lying-node.ts';
import { createStakePlacer } from '../place-stake.ts';
import { createPositionsClient } from '../positions-client.ts';
import { startReplica } from '../replica.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { send, setLedgerFault, startWorld } from '../world.ts';

const world = await startWorld({ after }, {}, createHastyClock());
const { ask, land } = createPositionsClient(world);
const place = createStakePlacer(world);

const emptyWallet = (number: number) => toAddress(Buffer.alloc(32, `empty ${number}.`));

/** Takes the moment out of answers: two readings are of different slots. */
const still = ({ asOf: _asOf, ...rest }: Record<string, unknown>) => rest;

test('many wallets have the answer of each, and one that is refused leaves the others', async () => {
  const one = await makeSandboxWallet(world, { sol: '30', usdc: '300' });
  const two = await makeSandboxWallet(world, { sol: '5' });
  for (const [strategy, amount] of [
    ['sol-liquid-stake', '5'],
    ['sol-leveraged-stake', '4'],
    ['usdc-earn', '200'],
  ]) {
    await land(one, '/stake', { strategy, wallet: one.address, amount });
  }
  for (let i = 0; i < 31; i += 1) place(two.address);
  const program = toAddress(new Uint8Array(32).fill(91));
  world.sandbox.ledger.bank.setAccount({
    address: program,
    programAddress: 'BPFLoaderUpgradeab1e11111111111111111111111' as Address,
    executable: false,
    data: new Uint8Array(36),
    space: 36n,
    lamports: lamports(1_000_000_000n),
  } as EncodedAccount);

  const wallets = [two.address, 'no address', one.address, program];
  const answer = await world.post('/positions', { wallets });
  assertOk(answer, ManyPositionsAnswer);
  const [second, malformed, first, refused] = answer.body.wallets;
  assert.deepEqual(still(first), still((await ask(one.address)).body));
  assert.equal(first.positions.length, 3);
  assert.deepEqual([malformed.wallet, malformed.problem.code], ['no address', 'ADDRESS_MALFORMED']);
  assert.deepEqual([refused.wallet, refused.problem.code], [program, 'ADDRESS_IS_PROGRAM']);

  const all = (await ask(two.address)).body;
  assert.deepEqual(second.totals, all.totals);
  assert.equal(second.positions.length, 30);
  const rest = await ask(two.address, `cursor=${second.nextCursor}`);
  assert.deepEqual(
    [...second.positions, ...rest.body.positions].map(({ id }: { id: string }) => id),
    all.positions.map(({ id }: { id: string }) => id),
  );
});

test('a hundred wallets take twelve reads of accounts and two searches each', async (t) => {
  const counted = await startCounted(t, world, createHastyClock());
  const wallets = Array.from({ length: 100 }, (_, i) => emptyWallet(i));
  const answer = await counted.post('/positions', { wallets });
  assertOk(answer, ManyPositionsAnswer);
  assert.deepEqual(
    answer.body.wallets.map(({ wallet, isComplete }: { wallet: string; isComplete: boolean }) => [
      wallet,
      isComplete,
    ]),
    wallets.map((wallet) => [wallet, true]),
  );
  const calls = counted.calls.map((call) => JSON.parse(call));
  const reads = calls.filter(
    ({ method, params }) =>
      method === 'getMultipleAccounts' && wallets.some((wallet) => params[0].includes(wallet)),
  );
  assert.equal(reads.length, 12);
  assert.ok(reads.every(({ params }) => params[0].length <= 100));
  assert.equal(calls.filter(({ method }) => method === 'getProgramAccounts').length, 200);
});

test('a node that does not search, and a ledger that does not answer', async (t) => {
  t.after(() => setLedgerFault(world, { mode: 'none' }));
  const node = await startLyingNode(t, world.sandbox.url);
  const service = await startReplica(t, world.sandbox, { LEDGER_RPC_URLS: node.url });
  node.tell((answer) => {
    if (!answer.method.startsWith('getProgramAccounts')) return;
    answer.error = { code: -32_601, message: 'Method not found' };
  });
  const wallets = [emptyWallet(201), emptyWallet(202)];
  const answer = await send('POST', `${service.url}/api/v1/positions`, { wallets });
  assertOk(answer, ManyPositionsAnswer);
  for (const each of answer.body.wallets) {
    if ('problem' in each) assert.fail(each.problem.detail);
    const { isComplete, missing, searched } = each;
    assert.deepEqual([isComplete, missing, searched], [false, ['stake-accounts'], 'named']);
  }
  // A search of each wallet's transactions would be too many calls.
  assert.equal(node.counts.get('getSignaturesForAddress'), undefined);
  await setLedgerFault(world, { mode: '500', method: 'getMultipleAccounts' });
  const silent = await world.post('/positions', { wallets: [emptyWallet(203)] });
  assertProblem(silent, { slug: 'upstream_error', code: 'LEDGER_UNAVAILABLE' });
});
