import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, type TestContext, test } from 'node:test';
import { startSandbox } from '@staking-agent/sandbox';
import { BroadcastAnswer } from '@staking-agent/wire';
import { askTarget } from '../ask-target.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { createFundedWallet, DEPLOYMENT, send } from '../world.ts';

/** What a node does with transactions; `lose` says that it took them. */
type Manner = 'pass on' | 'lose' | 'hang' | 'answer 500' | 'answer 429';
type Call = {
  readonly method: string;
  readonly params: readonly [string, { readonly skipPreflight?: boolean }];
};
type Node = { readonly url: string; readonly calls: Call[]; readonly sent: () => Call[] };

const FUNDED = 5_000_000_000n;

/** The ledger of all tests: each has wallets of its own. */
const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
after(async () => void (await sandbox.close()));
const world = { sandbox };

/** Starts a node in front of the sandbox, which remembers what it was asked. */
async function startNode(t: TestContext, manner: Manner): Promise<Node> {
  const calls: Call[] = [];
  const headers = { 'content-type': 'application/json' };
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray()).toString();
    const call = JSON.parse(body);
    calls.push(call);
    const isKept = call.method === 'sendTransaction' && manner !== 'pass on';
    if (!isKept) {
      const answer = await askTarget(sandbox.url, body);
      if (answer === undefined) return void response.destroy();
      response.writeHead(answer.status, headers).end(answer.text);
    } else if (manner === 'lose') {
      response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: 'taken' }));
    } else if (manner !== 'hang') {
      response.writeHead(manner === 'answer 500' ? 500 : 429, headers).end('{}');
    }
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
async function setUp(t: TestContext, reading: Manner, sending: readonly Manner[]) {
  const node = await startNode(t, reading);
  const endpoints = await Promise.all(sending.map((manner) => startNode(t, manner)));
  const directory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const service = await startReplica(t, sandbox, {
    LEDGER_RPC_URLS: node.url,
    LEDGER_SEND_URLS: endpoints.map(({ url }) => url).join(','),
    DATA_DIR: directory,
  });
  const post = (path: string, body: object) =>
    send('POST', `${service.url}/api/v1${path}`, JSON.stringify(body), {
      'content-type': 'application/json',
    });
  const stakeOf = async (sol: string) => {
    const wallet = await createFundedWallet(world, sol);
    const { body } = await post('/stake', {
      strategy: 'sol-native-stake',
      wallet: wallet.address,
      amount: '1',
    });
    const { transaction, service_token } = body;
    return { wallet, signed: { signed_tx: await wallet.sign(transaction), service_token } };
  };
  const hasLanded = async (address: string) => (await createLedgerClient(world).balance(address)) < FUNDED;
  return { node, endpoints, post, stakeOf, hasLanded };
}

describe('endpoints for sending', { concurrency: 3 }, () => {
  test('are all given what a node took, at once and without preflight, and are asked nothing else', async (t) => {
    const { node, endpoints, post, stakeOf } = await setUp(t, 'pass on', ['pass on', 'pass on', 'pass on']);
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

  test('are given nothing that the node refuses', async (t) => {
    const { endpoints, post, stakeOf } = await setUp(t, 'pass on', ['pass on', 'pass on']);
    const { signed } = await stakeOf('0.5');
    assertProblem(await post('/broadcast', signed), { slug: 'upstream_error', outcome: 'rejected' });
    for (const { calls } of endpoints) assert.deepEqual(calls, []);
  });

  for (const broken of ['hang', 'answer 500', 'answer 429', 'lose'] as const) {
    test(`that ${broken} keep nobody waiting and change no word`, async (t) => {
      const { endpoints, post, stakeOf, hasLanded } = await setUp(t, 'pass on', [broken, broken]);
      const { wallet, signed } = await stakeOf('5');
      assertOk(await post('/broadcast', signed), BroadcastAnswer);
      await until('it has landed', () => hasLanded(wallet.address));
      await until('the endpoints were sent it', () => endpoints.every(({ sent }) => sent().length > 0));
    });
  }

  test('bring to the ledger what the node took and lost, and it is they who are sent to again', async (t) => {
    const { node, endpoints, post, stakeOf, hasLanded } = await setUp(t, 'lose', ['lose', 'pass on']);
    const { wallet, signed } = await stakeOf('5');
    assertOk(await post('/broadcast', signed), BroadcastAnswer);
    await until('it has landed', () => hasLanded(wallet.address));
    assert.equal(node.sent().length, 1);
    assert.ok(endpoints.every(({ sent }) => sent().length > 0));
  });

  test('that all lose it are sent to again, the node is not', async (t) => {
    const { node, endpoints, post, stakeOf } = await setUp(t, 'lose', ['lose', 'lose']);
    const { signed } = await stakeOf('5');
    assertOk(await post('/broadcast', signed), BroadcastAnswer);
    await until('the endpoints were sent it', () => endpoints.every(({ sent }) => sent().length >= 3));
    assert.equal(node.sent().length, 1);
  });
});
