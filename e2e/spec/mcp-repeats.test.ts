import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { listen } from '../listen.ts';
import { passSlots } from '../pass-slots.ts';
import { send } from '../send.ts';
import { caller, give as giveIn, STAKE, withoutStore } from '../signing-agent.ts';
import { startWorld } from '../world.ts';

const world = await startWorld({ after }, {}, {}, { slotMilliseconds: 60 });
const JSON_BODY = { 'content-type': 'application/json' };
const give = giveIn.bind(undefined, world);

/** A refusal by the service. */
function refuse(code: string, status = 400): Response {
  const problem = {
    type: 'https://example.com/errors/refused',
    title: '',
    status,
    detail: 'So it says.',
    code,
  };
  const headers = { 'content-type': 'application/problem+json' };
  return new Response(JSON.stringify({ ...problem, retryable: false }), { status, headers });
}

test('a service that refuses a build with TRANSACTION_LANDED uses up nothing and is not believed', async () => {
  let isLying = true;
  const { call, countStakes } = await give({ perDay: { SOL: '1.5' } }, undefined, undefined, (path) =>
    isLying && path.endsWith('/stake') ? refuse('TRANSACTION_LANDED') : undefined,
  );
  for (let i = 0; i < 2; i += 1) assert.equal((await call(STAKE)).code, 'TRANSACTION_LANDED');
  isLying = false;
  const told = await call(STAKE);
  assert.deepEqual([told.status, told.isRepeat], ['landed', false], JSON.stringify(told));
  assert.equal(await countStakes(), 1);
});

test('a service that keeps the bytes and refuses them with TRANSACTION_LANDED makes nothing landed', async () => {
  const { call, countStakes, attempts, wallet } = await give({}, undefined, undefined, (path) =>
    path.endsWith('/broadcast') ? refuse('TRANSACTION_LANDED') : undefined,
  );
  const first = await call(STAKE);
  assert.equal(first.code, 'TRANSACTION_LANDED');
  assert.deepEqual([attempts.listOpen(wallet).length, await countStakes()], [1, 0]);
});

test('the same call again hands on nothing but the signature and what the own node shows', async () => {
  let status = 'pending';
  const { call, untilSigned } = await give({}, undefined, undefined, (path, body) => {
    const answer = (value: object) => new Response(JSON.stringify(value), { headers: JSON_BODY });
    if (path.endsWith('/broadcast'))
      return answer({ signature: JSON.parse(body).signed_tx.slice(0, 88), explorer: '' });
    if (!path.includes('/transactions/')) return undefined;
    const failure = { code: 'LEDGER_EXECUTION_FAILED', detail: 'Do it again.', cause: '', cure: '' };
    return answer({ signature: '1', status, slot: '5', changes: [], failure });
  });
  const first = call(STAKE);
  await untilSigned();
  const again = await call(STAKE);
  assert.deepEqual(Object.keys(again).toSorted(), ['isRepeat', 'signature', 'status']);
  assert.equal(again.status, 'pending');
  status = 'expired';
  await passSlots(world, 200);
  await first;
});

test('a call that is stopped while it goes on leaves what was signed unknown', async () => {
  const stop = new AbortController();
  const { call, run, untilSigned } = await give({}, undefined, undefined, async (path) => {
    if (path.endsWith('/broadcast')) return withoutStore();
    return undefined;
  });
  const first = call(STAKE);
  await untilSigned();
  stop.abort();
  const again = run({ tool: 'build_stake', arguments: STAKE }, { ...caller, signal: stop.signal });
  await assert.rejects(again, { code: 'ABORTED', outcome: 'unknown', signature: /^\w{64,88}$/ });
  await passSlots(world, 400);
  await first;
});

test('what failed counts no more, but for its costs', async (t) => {
  let hasFailed = false;
  const node = createServer(async (request, response) => {
    const body = await text(request);
    const { id, method } = JSON.parse(body);
    const status = { slot: 1, confirmations: null, err: 'AccountInUse', confirmationStatus: 'finalized' };
    const failed = JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value: [status] } });
    const isAsked = hasFailed && method === 'getSignatureStatuses';
    response.end(isAsked ? failed : (await send('POST', world.sandbox.url, body, JSON_BODY)).text);
  });
  const rpc = await listen(t, node);
  // A stake costs a little more than 0.002 SOL of rent beside its amount.
  const { call, attempts, wallet } = await give({ perDay: { SOL: '1.005' } }, undefined, rpc, (path) => {
    if (!path.endsWith('/broadcast')) return undefined;
    hasFailed = true;
    return refuse('LEDGER_REJECTED');
  });
  const outcomes: (string | undefined)[] = [];
  for (let i = 0; i < 4; i += 1) {
    const { outcome, code } = await call(STAKE);
    outcomes.push(outcome ?? code);
  }
  assert.deepEqual(outcomes, ['rejected', 'rejected', 'DAY_LIMIT_REACHED', 'DAY_LIMIT_REACHED']);
  assert.deepEqual(attempts.listOpen(wallet), []);
});

test('an exit is refused by no cap that the dead fill', async () => {
  const { call, attempts, wallet } = await give({ perDay: { SOL: '3' } });
  assert.equal((await call(STAKE)).status, 'landed');
  const { body } = await world.get(`/wallets/${wallet}/positions`);
  const lost = { key: 'lost', wallet, spend: { asset: 'SOL', baseUnits: 5_000_000_000n } } as const;
  const signed = { signature: '2'.repeat(88), lastValidBlockHeight: '1', deadAfter: '1', broadcast: {} };
  attempts.setSigned(attempts.begin(lost, {}).id, signed);
  const exit = { strategy: 'sol-native-stake', kind: 'deactivate', stakeAccount: body.positions[0].id };
  const told = await call(exit, 'build_unstake');
  assert.equal(told.status, 'landed', JSON.stringify(told));
});
