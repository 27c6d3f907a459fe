import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, type TestContext, test } from 'node:test';
import { generateKeyPairSigner } from '@solana/kit';
import { WebSocket } from 'ws';
import { SOL, startTestSandbox } from './start-test-sandbox.ts';

const FROZEN = 60_000;
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

  test('tells of slots until told to stop', async (t) => {
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
    sandbox.ledger.advanceSlots(1);
    assert.deepEqual(inbox, []);
  });

  test('refuses what it does not know and survives nonsense', async (t) => {
    const { sandbox } = await startTestSandbox(t, FROZEN);
    const { socket, ask, next } = await connect(t, sandbox.webSocketUrl);
    const fetchCode = async (method: string, params?: unknown[]) => (await ask(method, params)).error.code;
    assert.equal(await fetchCode('blockSubscribe'), -32601);
    assert.equal(await fetchCode('getSlot'), -32601);
    assert.equal(await fetchCode('signatureSubscribe', ['abc']), -32602);
    assert.equal(await fetchCode('signatureSubscribe', [UNSEEN, { commitment: 'soon' }]), -32602);
    assert.equal(await fetchCode('accountSubscribe', []), -32601);
    assert.equal(await fetchCode('slotUnsubscribe', [99_999]), -32602);
    socket.send('{');
    assert.equal((await next()).error.code, -32700);
    socket.send('[]');
    assert.equal((await next()).error.code, -32600);
    socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'ping', params: null }));
    assert.equal(typeof (await ask('signatureSubscribe', [UNSEEN])).result, 'number');
  });
});
