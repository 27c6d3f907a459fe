import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { startSandbox } from '@staking-agent/sandbox';
import { BroadcastAnswer } from '@staking-agent/wire';
import { createDataDirectory } from '../admin.ts';
import { askTarget } from '../ask-target.ts';
import { assertOk } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { createFundedWallet, DEPLOYMENT, send } from '../world.ts';

type Call = {
  readonly method: string;
  readonly params: readonly [string, { readonly skipPreflight?: boolean }];
};
type Node = { readonly url: string; readonly calls: Call[]; readonly sent: () => Call[] };

/** The ledger of all tests: each has wallets of its own. */
const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
after(async () => void (await sandbox.close()));
const world = { sandbox };

/**
 * Starts a node in front of the sandbox, which remembers what it was asked.
 *
 * @param takes - answers a send in place of the sandbox, by the number of sends so far.
 */
async function startNode(t: TestContext, takes: (sends: number) => object | undefined = () => undefined) {
  const calls: Call[] = [];
  const sent = () => calls.filter(({ method }) => method === 'sendTransaction');
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray()).toString();
    const call: Call & { readonly id: number } = JSON.parse(body);
    calls.push(call);
    const taken = call.method === 'sendTransaction' ? takes(sent().length) : undefined;
    if (taken !== undefined)
      return void response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...taken }));
    const answer = await askTarget(sandbox.url, body);
    if (answer === undefined) return void response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    sent,
  } satisfies Node;
}

/** A service with one node to read from, and endpoints for sending. */
async function setUp(t: TestContext, node: Node, endpoints: readonly Node[]) {
  const directory = createDataDirectory(t);
  const service = await startReplica(t, sandbox, {
    LEDGER_RPC_URLS: node.url,
    LEDGER_SEND_URLS: endpoints.map(({ url }) => url).join(','),
    DATA_DIR: directory,
  });
  const post = (path: string, body: object) => send('POST', `${service.url}/api/v1${path}`, body);
  const stakeOf = async (sol: string) => {
    const wallet = await createFundedWallet(world, sol);
    const { body } = await post('/stake', {
      strategy: 'sol-native-stake',
      wallet: wallet.address,
      amount: '1',
    });
    return { wallet, signed: await signBuild(wallet, body) };
  };
  return { post, stakeOf, get: (path: string) => send('GET', `${service.url}/api/v1${path}`) };
}

test('endpoints for sending are all given what a node took, at once and without preflight, and are asked nothing else', async (t) => {
  const node = await startNode(t);
  const endpoints = [await startNode(t), await startNode(t), await startNode(t)];
  const { post, stakeOf } = await setUp(t, node, endpoints);
  const { signed } = await stakeOf('5');
  assertOk(await post('/broadcast', signed), BroadcastAnswer);
  await until('the endpoints were sent it', () => endpoints.every(({ calls }) => calls.length > 0));
  for (const { calls } of endpoints) {
    const [{ method, params } = assert.fail()] = calls;
    assert.deepEqual(
      [method, params[0], params[1].skipPreflight],
      ['sendTransaction', signed.signed_tx, true],
    );
  }
  const [{ params } = assert.fail()] = node.sent();
  assert.equal(params[1].skipPreflight, true);
  const [tried] = node.calls.filter(({ method }) => method === 'simulateTransaction');
  assert.ok(tried !== undefined, 'the node has tried it before');
  assert.notEqual(tried.params[0], signed.signed_tx, 'without its signature');
  assertOk(await post('/broadcast', signed), BroadcastAnswer);
  for (const { calls, sent } of endpoints) assert.equal(calls.length, sent().length);
  assert.equal(node.sent().length, 1);
});

test('a transaction lands by the resends of a node while the endpoint for sending refuses all, which status names', async (t) => {
  const refusal = { error: { code: -32_003, message: 'no stake behind you' } };
  const endpoint = await startNode(t, () => refusal);
  // It takes the first send, and loses it.
  const node = await startNode(t, (sends) => (sends === 1 ? { result: '1'.repeat(64) } : undefined));
  const { post, get, stakeOf } = await setUp(t, node, [endpoint]);
  const { signed } = await stakeOf('5');
  const { body: broadcast } = await post('/broadcast', signed);
  const { body: status } = await get('/status');
  assert.deepEqual(status['senders'], [
    { name: 'node 1', isSetAside: false },
    { name: 'sender 1', isSetAside: true },
  ]);
  const { body: found } = await get(`/transactions/${broadcast['signature']}?wait=30`);
  assert.equal(found['status'], 'landed');
});
