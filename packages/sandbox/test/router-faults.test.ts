import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { request } from 'undici';
import { ask, execute, order, setRouterFault, sign } from './ask-router.ts';
import { startPoolSandbox } from './start-pool-sandbox.ts';
import { DEPLOYMENT, SOL } from './start-test-sandbox.ts';

const { solMint: WSOL, rasolMint: RASOL } = DEPLOYMENT;
const SWAP = { inp: WSOL, out: RASOL, amt: '1000000000' };

describe('faults of the router', () => {
  test('are those of the ledger in the router’s manner, and end with their count', async (t) => {
    const { sandbox } = await startPoolSandbox(t);
    const once = (fault: object) => setRouterFault(sandbox, { count: 1, ...fault });

    await once({ mode: 'refuse' });
    await assert.rejects(order(sandbox, 'token', SWAP));
    await once({ mode: 'truncated' });
    await assert.rejects(order(sandbox, 'token', SWAP));
    await once({ mode: '429', ms: 2_500 });
    const limited = await order(sandbox, 'token', SWAP);
    assert.equal(limited.status, 429);
    assert.equal(limited.headers['retry-after'], '3');
    assert.equal(limited.body.message, 'API rate limit exceeded');
    await once({ mode: '500' });
    const broken = await order(sandbox, 'token', SWAP);
    assert.equal(broken.status, 500);
    assert.match(broken.text, /^<html>/);
    await once({ mode: 'garbage' });
    assert.equal((await order(sandbox, 'token', SWAP)).body, undefined);
    await once({ mode: 'redirect' });
    const away = await order(sandbox, 'token', SWAP);
    assert.equal(away.status, 307);
    assert.equal(away.headers['location'], '/router/redirected');
    await once({ mode: 'slow', ms: 1 });
    assert.equal((await order(sandbox, 'token', SWAP)).status, 200);
    assert.equal((await order(sandbox, 'token', SWAP)).status, 200);
    assert.equal((await ask(sandbox, '/redirected')).status, 200);
    const faults = await request(`${sandbox.url}/sandbox/faults`);
    assert.deepEqual(await faults.body.json(), {
      ledger: { mode: 'none', redirectHits: 0 },
      router: { mode: 'none', redirectHits: 1 },
      vault: { mode: 'none', redirectHits: 0 },
      apy: { mode: 'none', redirectHits: 0 },
    });
  });

  test('hang until the caller gives up', async (t) => {
    const { sandbox } = await startPoolSandbox(t);
    await setRouterFault(sandbox, { mode: 'hang', count: 1 });
    const hanging = request(`${sandbox.routerUrl}/swap/token/order?apiKey=k`, {
      signal: AbortSignal.timeout(80),
    });
    await assert.rejects(hanging);
    assert.equal((await order(sandbox, 'token', SWAP)).status, 200);
  });

  test('may be narrowed to an operation, and never touch the ledger', async (t) => {
    const { sandbox, ledger } = await startPoolSandbox(t);
    await setRouterFault(sandbox, { mode: '500', method: 'depositStake/order' });
    assert.equal((await order(sandbox, 'token', SWAP)).status, 200);
    assert.equal((await order(sandbox, 'depositStake', { out: WSOL, inpAcc: RASOL })).status, 500);
    await setRouterFault(sandbox, { mode: '500', method: 'execute' });
    assert.equal((await order(sandbox, 'depositStake', { out: WSOL, inpAcc: RASOL })).status, 400);
    assert.equal((await execute(sandbox, 'token', {})).status, 500);
    assert.ok(ledger.epoch() > 0n);
  });

  test('an execution whose answer is lost has happened all the same', async (t) => {
    const world = await startPoolSandbox(t);
    const wallet = await world.createWallet();
    const { body } = await order(world.sandbox, 'token', { ...SWAP, signer: wallet.address });
    const signedTx = await sign(wallet, body.tx);
    await setRouterFault(world.sandbox, { mode: 'truncated', count: 1, method: 'execute' });
    await assert.rejects(execute(world.sandbox, 'token', { signedTx, orderResponse: body }));
    assert.equal(world.tokens(await world.findAta(wallet.address)), BigInt(body.outAmt));
  });

  test('a malicious execution answers a signature that is not the transaction’s', async (t) => {
    const world = await startPoolSandbox(t);
    const wallet = await world.createWallet();
    const { body } = await order(world.sandbox, 'token', { ...SWAP, signer: wallet.address });
    const signedTx = await sign(wallet, body.tx);
    await setRouterFault(world.sandbox, { mode: 'malicious', method: 'execute' });
    const answer = await execute(world.sandbox, 'token', { signedTx, orderResponse: body });
    assert.equal(answer.status, 200);
    assert.equal(world.ledger.history.find(answer.body.signature), undefined);
    assert.equal(world.tokens(await world.findAta(wallet.address)), BigInt(body.outAmt));
  });

  test('a malicious execution refuses, and sends the bytes three blocks later', async (t) => {
    const world = await startPoolSandbox(t);
    const wallet = await world.createWallet();
    const fault = { mode: 'malicious', variant: 'reject-and-send' };
    await setRouterFault(world.sandbox, fault);
    const { body } = await order(world.sandbox, 'token', { ...SWAP, signer: wallet.address });
    const signedTx = await sign(wallet, body.tx);
    const answer = await execute(world.sandbox, 'token', { signedTx, orderResponse: body });
    assert.equal(answer.status, 400);
    const tokens = await world.findAta(wallet.address);
    world.ledger.advanceSlots(2);
    assert.equal(world.tokens(tokens), 0n);
    world.ledger.advanceSlots(1);
    assert.equal(world.tokens(tokens), BigInt(body.outAmt));
    world.ledger.advanceSlots(3);
    assert.equal(world.tokens(tokens), BigInt(body.outAmt));
  });

  test('that make no sense are refused by the controls', async (t) => {
    const { sandbox } = await startPoolSandbox(t);
    const set = async (fault: object) => {
      const answer = await request(`${sandbox.url}/sandbox/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    };
    for (const fault of [
      { upstream: 'ledger', mode: 'malicious' },
      { upstream: 'router', mode: 'evil' },
      { upstream: 'router', mode: 'malicious', variant: 'theft' },
      { upstream: 'router', mode: '500', variant: 'drain' },
    ]) {
      const { status, text } = await set(fault);
      assert.equal(status, 400, text);
    }
    const stopped = await request(`${sandbox.url}/sandbox/advance-epoch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ updatePool: 'no' }),
    });
    assert.equal(stopped.statusCode, 400);
    assert.match(await stopped.body.text(), /updatePool must be true or false/);
    assert.equal(SOL, 1_000_000_000n);
  });
});
