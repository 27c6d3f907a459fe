import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { createSolanaRpcSubscriptions, generateKeyPairSigner, testnet } from '@solana/kit';
import { findAssociatedTokenAddress } from '@staking-agent/chain/ledger';
import { WebSocket } from 'ws';
import { startSandbox } from '../src/index.ts';
import { DEPLOYMENT, SOL, startTestSandbox } from './start-test-sandbox.ts';

const FROZEN = 60_000;
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const VOTE = DEPLOYMENT.voteAccount;
const UNSEEN = '1'.repeat(64);

async function connect(t: TestContext, url: string) {
  const socket = new WebSocket(url);
  t.after(() => socket.terminate());
  const inbox: string[] = [];
  socket.on('message', (data) => inbox.push(String(data)));
  await once(socket, 'open');
  const next = async () => {
    while (inbox.length === 0) await once(socket, 'message');
    return JSON.parse(inbox.shift() ?? '');
  };
  const ask = async (method: string, params: unknown[] = []) => {
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return next();
  };
  return { socket, next, ask, inbox };
}

describe('WebSocket', () => {
  test('tells of a signature once, when it reaches the commitment asked for', async (t) => {
    const { sandbox } = await startTestSandbox(t, FROZEN);
    const { ask, next, inbox } = await connect(t, sandbox.webSocketUrl);
    const signature = sandbox.ledger.fund((await generateKeyPairSigner()).address, SOL);
    const { result: subscription } = await ask('signatureSubscribe', [
      signature,
      { commitment: 'confirmed' },
    ]);
    sandbox.ledger.advanceSlots(1);
    assert.deepEqual(inbox, [], 'processed is not confirmed');
    sandbox.ledger.advanceSlots(1);
    const { method, params } = await next();
    assert.equal(method, 'signatureNotification');
    assert.equal(params.subscription, subscription);
    assert.deepEqual(params.result.value, { err: null });
    sandbox.ledger.advanceSlots(40);
    const { error } = await ask('signatureUnsubscribe', [subscription]);
    assert.deepEqual(error, { code: -32602, message: 'Invalid subscription id.' });
    assert.deepEqual(inbox, []);
  });

  test('tells at once of a signature that is confirmed already', async (t) => {
    const { sandbox } = await startTestSandbox(t, FROZEN);
    const signature = sandbox.ledger.fund((await generateKeyPairSigner()).address, SOL);
    sandbox.ledger.advanceSlots(40);
    const { ask, next } = await connect(t, sandbox.webSocketUrl);
    assert.equal(typeof (await ask('signatureSubscribe', [signature])).result, 'number');
    assert.equal((await next()).method, 'signatureNotification');
  });

  test('tells of slots and roots until told to stop', async (t) => {
    const { sandbox } = await startTestSandbox(t, FROZEN);
    const { ask, next, inbox } = await connect(t, sandbox.webSocketUrl);
    const { result: slots } = await ask('slotSubscribe');
    sandbox.ledger.advanceSlots(1);
    const { slot } = sandbox.ledger.blocks.tip();
    assert.deepEqual((await next()).params.result, {
      parent: Number(slot - 1n),
      root: Number(slot - 32n),
      slot: Number(slot),
    });
    assert.equal((await ask('slotUnsubscribe', [slots])).result, true);
    await ask('rootSubscribe');
    sandbox.ledger.advanceSlots(1);
    assert.equal((await next()).params.result, Number(slot - 31n));
    assert.deepEqual(inbox, []);
  });

  test('tells of logs once, of all transactions or of those that mention an address', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { ledger, webSocketUrl } = world.sandbox;
    const { ask, next, inbox } = await connect(t, webSocketUrl);
    const [mine, other] = [await generateKeyPairSigner(), await generateKeyPairSigner()];
    const mentions = [mine.address];
    const { result: narrow } = await ask('logsSubscribe', [{ mentions }, { commitment: 'confirmed' }]);
    const { result: wide } = await ask('logsSubscribe', ['all', { commitment: 'processed' }]);
    const signatures = [ledger.fund(other.address, SOL), ledger.fund(mine.address, SOL)];
    ledger.advanceSlots(1);
    const first = await next();
    assert.deepEqual([first.method, first.params.subscription], ['logsNotification', wide]);
    assert.equal(first.params.result.context.slot, Number(ledger.blocks.tip().slot));
    const { value } = first.params.result;
    assert.deepEqual([value.signature, value.err], [signatures[0], null]);
    assert.match(value.logs[0], /^Program \w+ invoke \[1\]$/);
    assert.equal((await next()).params.result.value.signature, signatures[1]);
    assert.deepEqual(inbox, [], 'processed is not confirmed');
    ledger.advanceSlots(1);
    const confirmed = await next();
    assert.deepEqual(
      [confirmed.params.subscription, confirmed.params.result.value.signature],
      [narrow, signatures[1]],
    );
    assert.equal((await ask('logsUnsubscribe', [wide])).result, true);
    const late = ledger.fund(mine.address, SOL);
    ledger.advanceEpochs(1);
    assert.equal((await next()).params.result.value.signature, late, 'an epoch’s end loses none');
    assert.deepEqual(inbox, []);
  });

  test('tells of accounts of a program that have changed and fit the filters', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { ledger, webSocketUrl } = world.sandbox;
    const { ask, next, inbox } = await connect(t, webSocketUrl);
    const { address } = await generateKeyPairSigner();
    const usdc = { wallet: address, usdc: '3' };
    await ask('programSubscribe', [
      TOKEN_PROGRAM,
      { encoding: 'jsonParsed', filters: [{ dataSize: 165 }, { memcmp: { offset: 32, bytes: address } }] },
    ]);
    await world.post('/sandbox/fund', usdc);
    const amounts: string[] = [];
    for (const _ of [1, 2]) {
      ledger.advanceSlots(1);
      const { method, params } = await next();
      assert.equal(method, 'programNotification');
      const { pubkey, account } = params.result.value;
      assert.equal(pubkey, await findAssociatedTokenAddress(address, DEPLOYMENT.usdcMint));
      amounts.push(account.data.parsed.info.tokenAmount.amount);
      await world.post('/sandbox/fund', usdc);
    }
    assert.deepEqual(amounts, ['3000000', '6000000']);
    ledger.advanceSlots(1);
    await next();
    // The mint and a stranger's account change too, and are not told.
    await world.post('/sandbox/fund', { ...usdc, wallet: (await generateKeyPairSigner()).address });
    ledger.advanceSlots(3);
    assert.equal(typeof (await ask('slotSubscribe')).result, 'number');
    assert.deepEqual(inbox, []);
  });

  test('tells kit of logs', async (t) => {
    const { sandbox } = await startTestSandbox(t, FROZEN);
    const abort = new AbortController();
    t.after(() => abort.abort());
    const { address } = await generateKeyPairSigner();
    const logs = await createSolanaRpcSubscriptions(testnet(sandbox.webSocketUrl))
      .logsNotifications({ mentions: [address] }, { commitment: 'confirmed' })
      .subscribe({ abortSignal: abort.signal });
    const signature = sandbox.ledger.fund(address, SOL);
    sandbox.ledger.advanceSlots(2);
    for await (const { value } of logs) {
      assert.equal(value.signature, signature);
      break;
    }
  });

  test('refuses what it does not know and survives nonsense', async (t) => {
    const { sandbox } = await startTestSandbox(t, FROZEN);
    const { socket, ask, next } = await connect(t, sandbox.webSocketUrl);
    const fetchCode = async (method: string, params?: unknown[]) => (await ask(method, params)).error.code;
    assert.equal(await fetchCode('blockSubscribe'), -32601);
    assert.equal(await fetchCode('getSlot'), -32601);
    assert.equal(await fetchCode('signatureSubscribe', ['abc']), -32602);
    assert.equal(await fetchCode('signatureSubscribe', [UNSEEN, { commitment: 'soon' }]), -32602);
    assert.equal(await fetchCode('accountSubscribe', []), -32602);
    assert.equal(await fetchCode('slotUnsubscribe', [99_999]), -32602);
    for (const filter of [undefined, null, 'some', 5, {}, { mentions: [] }, { mentions: [VOTE, VOTE] }]) {
      assert.equal(await fetchCode('logsSubscribe', [filter]), -32602);
    }
    assert.deepEqual((await ask('logsSubscribe', [{ mentions: ['abc'] }])).error, {
      code: -32602,
      message: 'Invalid Request: Invalid mentions provided',
    });
    assert.equal(await fetchCode('programSubscribe', ['abc']), -32602);
    assert.equal(await fetchCode('programSubscribe', [VOTE, { filters: [{}] }]), -32602);
    socket.send('{');
    assert.equal((await next()).error.code, -32700);
    socket.send('[]');
    assert.equal((await next()).error.code, -32600);
    socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'ping', params: null }));
    assert.equal(typeof (await ask('signatureSubscribe', [UNSEEN])).result, 'number');
  });

  test('listens on a port of its own when asked to, and only for WebSocket', async (t) => {
    const probe = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
    const port = Number(new URL(probe.url).port);
    await probe.close();
    const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0, pubsubPort: port });
    t.after(() => sandbox.close());
    const { ask } = await connect(t, `ws://127.0.0.1:${port}`);
    assert.equal(typeof (await ask('slotSubscribe')).result, 'number');
    const { request } = await import('undici');
    const { statusCode, body } = await request(`http://127.0.0.1:${port}`);
    await body.dump();
    assert.equal(statusCode, 426);
  });
});
