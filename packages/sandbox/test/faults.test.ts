import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { request } from 'undici';
import { startRpcNode } from '../src/index.ts';
import { type Answer, assertHangs, send, setFault } from './send.ts';
import { DEPLOYMENT, startTestSandbox, type TestSandbox } from './start-test-sandbox.ts';

const FROZEN = 60_000;
const GET_SLOT = { jsonrpc: '2.0', id: 1, method: 'getSlot' };
const GET_HEALTH = { jsonrpc: '2.0', id: 1, method: 'getHealth' };

async function inject(world: TestSandbox, fault: object): Promise<void> {
  const { status, text } = await world.post('/sandbox/faults', { upstream: 'ledger', ...fault });
  assert.equal(status, 200, text);
}

/** Asks, and waits so long for an answer to begin. */
function ask({ sandbox }: TestSandbox, call: object, headersTimeout: number) {
  const headers = { 'content-type': 'application/json' };
  return request(sandbox.url, { method: 'POST', headers, body: JSON.stringify(call), headersTimeout });
}

describe('POST /sandbox/faults', () => {
  test('refuses connections, for as many requests as asked', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    await inject(world, { mode: 'refuse', count: 2 });
    await assert.rejects(world.post('/', GET_SLOT), { code: 'UND_ERR_SOCKET' });
    await assert.rejects(world.post('/', GET_SLOT), { code: 'UND_ERR_SOCKET' });
    assert.equal((await world.post('/', GET_SLOT)).status, 200);
  });

  test('hangs only on the method it was told', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    await inject(world, { mode: 'hang', method: 'getSlot' });
    await assert.rejects(ask(world, GET_SLOT, 150), { code: 'UND_ERR_HEADERS_TIMEOUT' });
    assert.equal((await world.post('/', GET_HEALTH)).status, 200);
  });

  test('answers slowly, but rightly', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    await inject(world, { mode: 'slow', ms: 600_000 });
    await assert.rejects(ask(world, GET_HEALTH, 150), { code: 'UND_ERR_HEADERS_TIMEOUT' });
    await inject(world, { mode: 'slow', ms: 1 });
    const { text } = await world.post('/', GET_HEALTH);
    assert.equal(JSON.parse(text).result, 'ok');
  });

  test('turns callers away, falls over, babbles and breaks off', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    await inject(world, { mode: '429', ms: 1500 });
    const limited = await world.post('/', GET_SLOT);
    assert.equal(limited.status, 429);
    assert.equal(limited.headers['retry-after'], '2');
    await inject(world, { mode: '500' });
    const failed = await world.post('/', GET_SLOT);
    assert.equal(failed.status, 500);
    assert.match(failed.text, /^<html>/);
    await inject(world, { mode: 'garbage' });
    const babble = await world.post('/', GET_SLOT);
    assert.equal(babble.status, 200);
    assert.throws(() => JSON.parse(babble.text), SyntaxError);
    await inject(world, { mode: 'truncated' });
    await assert.rejects(world.post('/', GET_SLOT), /other side closed|terminated/);
    await inject(world, { mode: 'none' });
    assert.equal((await world.post('/', GET_SLOT)).status, 200);
  });

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

  test('is of one manner for all upstreams, each in its own words', async (t) => {
    const { sandbox, post } = await startTestSandbox(t, FROZEN);
    const { usdcVault } = DEPLOYMENT;
    for (const [upstream, path, tooMany] of [
      ['router', '/router/swap/token/order?apiKey=k', { message: 'API rate limit exceeded' }],
      ['vault', `/vault/${usdcVault}`, { success: false, error: 'Too many requests' }],
      ['apy', '/apy/validators', { error: 'Too many requests' }],
    ] as const) {
      const ask = (): Promise<Answer> => send(`${sandbox.url}${path}`, 'GET');
      const once = (mode: string) => setFault(sandbox, { upstream, mode, ms: 1_500, count: 1 });
      await once('refuse');
      await assert.rejects(ask());
      await once('hang');
      await assertHangs(`${sandbox.url}${path}`);
      await once('truncated');
      await assert.rejects(ask());
      await once('429');
      const limited = await ask();
      assert.deepEqual([limited.status, limited.headers['retry-after'], limited.body], [429, '2', tooMany]);
      await once('redirect');
      const { status, headers } = await ask();
      assert.deepEqual([status, headers['location']], [307, `/${upstream}/redirected`]);
      assert.equal((await send(`${sandbox.url}${headers['location']}`, 'GET')).status, 200);
      const faults = (await send(`${sandbox.url}/sandbox/faults`, 'GET')).body;
      assert.deepEqual(faults[upstream], { mode: 'none', redirectHits: 1 });
    }
    for (const fault of [
      { upstream: 'apy', mode: 'malicious' },
      { upstream: 'router', mode: 'base64' },
      { upstream: 'ledger', mode: 'zero' },
      { upstream: 'apy', mode: 'zero', variant: 'drain' },
      { upstream: 'vault', mode: 'malicious', variant: 'steal' },
      { upstream: 'vault', mode: 'slow', variant: 'drain' },
      { upstream: 'router', mode: 'slow', method: '' },
    ]) {
      assert.equal((await post('/sandbox/faults', fault)).status, 400, JSON.stringify(fault));
    }
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
