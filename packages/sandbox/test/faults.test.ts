import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { request } from 'undici';
import { startRpcNode } from '../src/index.ts';
import { startTestSandbox, type TestSandbox } from './start-test-sandbox.ts';

const FROZEN = 60_000;
const GET_SLOT = { jsonrpc: '2.0', id: 1, method: 'getSlot' };

async function inject(world: TestSandbox, fault: object): Promise<void> {
  const { status, text } = await world.post('/sandbox/faults', { upstream: 'ledger', ...fault });
  assert.equal(status, 200, text);
}

describe('POST /sandbox/faults', () => {
  test('redirects, and knows who followed', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    await inject(world, { mode: 'redirect' });
    const { status, headers } = await world.post('/', GET_SLOT);
    assert.equal(status, 307);
    const hits = async () =>
      JSON.parse(await (await request(`${world.sandbox.url}/sandbox/faults`)).body.text()).ledger
        .redirectHits;
    assert.equal(await hits(), 0);
    await world.post(String(headers['location']), GET_SLOT);
    assert.equal(await hits(), 1);
  });

  test('never touches the controls', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    for (const mode of ['refuse', 'hang', '500']) {
      await inject(world, { mode });
      const { statusCode, body } = await request(`${world.sandbox.url}/sandbox`);
      assert.equal(statusCode, 200);
      assert.equal(JSON.parse(await body.text()).faults.ledger.mode, mode);
    }
  });

  test('refuses what it cannot do, and says what it can', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const modes = 'none, refuse, hang, slow, 429, 500, garbage, truncated, redirect';
    const cases: readonly (readonly [unknown, string])[] = [
      [{ upstream: 'bank', mode: 'none' }, 'upstream must be one of ledger, router, vault, apy.'],
      [{ mode: 'none' }, 'upstream must be one of ledger, router, vault, apy.'],
      [{ upstream: 'ledger' }, `mode must be one of ${modes}.`],
      [{ upstream: 'ledger', mode: 'malicious' }, `mode must be one of ${modes}.`],
      [{ upstream: 'ledger', mode: 'slow', ms: -1 }, 'ms must be a whole number from 0 to 600000.'],
      [{ upstream: 'ledger', mode: 'slow', ms: '5' }, 'ms must be a whole number from 0 to 600000.'],
      [{ upstream: 'ledger', mode: '500', count: 0 }, 'count must be a whole number from 1 to 1000000.'],
      [
        { upstream: 'ledger', mode: '500', method: 7 },
        'method must be the name of an RPC method or of an operation, such as "sendTransaction" or "token/order".',
      ],
      [
        { upstream: 'ledger', mode: '500', speed: 7 },
        'speed is not a field of this request; its fields are upstream, ms, count, method, mode.',
      ],
      [[], 'The body must be a JSON object; its fields are upstream.'],
    ];
    for (const [body, error] of cases) {
      const { status, text } = await world.post('/sandbox/faults', body);
      assert.equal(status, 400);
      assert.deepEqual(JSON.parse(text), { error });
    }
    assert.equal((await world.post('/', GET_SLOT)).status, 200);
  });
});

describe('startRpcNode', () => {
  test('opens a further node with faults of its own', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const node = await startRpcNode(world.sandbox.ledger);
    t.after(() => node.close());
    node.faults.set({ mode: '500' });
    const { statusCode, body } = await request(node.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(GET_SLOT),
    });
    await body.dump();
    assert.equal(statusCode, 500);
    assert.equal((await world.post('/', GET_SLOT)).status, 200);
  });

  test('lags behind: older slots, unknown blockhashes, unseen signatures, and at last unhealthy', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { ledger } = world.sandbox;
    const ask = async (url: string, method: string, params: unknown[] = []) => {
      const { body } = await request(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      return JSON.parse(await body.text());
    };
    const slow = await startRpcNode(ledger, { lagSlots: 20 });
    const lost = await startRpcNode(ledger, { lagSlots: 129 });
    t.after(() => Promise.all([slow.close(), lost.close()]));

    const signature = ledger.fund((await world.createWallet()).address, 1_000_000_000n);
    ledger.advanceSlots(5);
    const tip = ledger.blocks.tip();
    const processed = { commitment: 'processed' };
    assert.equal((await ask(slow.url, 'getSlot', [processed])).result, Number(tip.slot - 20n));
    assert.equal((await ask(slow.url, 'isBlockhashValid', [tip.blockhash, processed])).result.value, false);
    assert.equal((await ask(slow.url, 'getSignatureStatuses', [[signature]])).result.value[0], null);
    assert.equal((await ask(slow.url, 'getHealth')).result, 'ok');
    assert.deepEqual((await ask(lost.url, 'getHealth')).error, {
      code: -32005,
      message: 'Node is behind by 129 slots',
      data: { numSlotsBehind: 129 },
    });
    ledger.advanceSlots(20);
    assert.ok((await ask(slow.url, 'getSignatureStatuses', [[signature]])).result.value[0]);
  });
});
