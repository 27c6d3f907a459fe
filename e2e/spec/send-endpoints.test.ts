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

/** Starts a node in front of the sandbox, which remembers what it was asked. */
async function startNode(t: TestContext): Promise<Node> {
  const calls: Call[] = [];
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray()).toString();
    calls.push(JSON.parse(body));
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
    sent: () => calls.filter(({ method }) => method === 'sendTransaction'),
  };
}

/** A service with one node to read from, and endpoints for sending. */
async function setUp(t: TestContext) {
  const node = await startNode(t);
  const endpoints = [await startNode(t), await startNode(t), await startNode(t)];
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
  return { node, endpoints, post, stakeOf };
}

test('endpoints for sending are all given what a node took, at once and without preflight, and are asked nothing else', async (t) => {
  const { node, endpoints, post, stakeOf } = await setUp(t);
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
