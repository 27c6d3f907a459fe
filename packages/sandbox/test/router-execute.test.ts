import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { generateKeyPairSigner } from '@solana/kit';
import { request } from 'undici';
import { execute, order, sign } from './ask-router.ts';
import { startPoolSandbox } from './start-pool-sandbox.ts';
import { DEPLOYMENT, SOL } from './start-test-sandbox.ts';

const { solMint: WSOL, rasolMint: RASOL } = DEPLOYMENT;
const SWAP = { inp: WSOL, out: RASOL, amt: '1000000000' };

async function prepare(t: Parameters<typeof startPoolSandbox>[0]) {
  const world = await startPoolSandbox(t);
  const wallet = await world.createWallet(50n * SOL);
  const { body } = await order(world.sandbox, 'token', { ...SWAP, signer: wallet.address });
  return { world, wallet, orderResponse: body, signedTx: await sign(wallet, body.tx) };
}

describe('what the router executes', () => {
  test('needs the order as it was answered, and takes fields it does not know', async (t) => {
    const { world, orderResponse, signedTx } = await prepare(t);
    const { swapSrcData } = orderResponse;
    const other = { ...swapSrcData, data: { fees: [] } };
    for (const [given, message] of [
      [undefined, /^orderResponse is required$/],
      ['order', /^orderResponse is required$/],
      [{}, /does not belong to signedTx$/],
      [{ ...orderResponse, swapSrcData: other }, /does not belong to signedTx$/],
    ] as const) {
      const refused = await execute(world.sandbox, 'token', { signedTx, orderResponse: given });
      assert.equal(refused.status, 400);
      assert.equal(refused.body.error.code, 'BAD_REQUEST');
      assert.match(refused.body.error.message, message);
    }
    const done = await execute(world.sandbox, 'token', {
      signedTx,
      orderResponse: { swapSrcData },
      extra: 1,
    });
    assert.equal(done.status, 200, done.text);
    assert.ok(world.ledger.history.find(done.body.signature));

    const again = await execute(world.sandbox, 'token', { signedTx, orderResponse });
    assert.equal(again.status, 400);
    assert.match(again.body.error.message, /already been processed/);
  });

  test('refuses what is no signed transaction of its own', async (t) => {
    const { world, wallet, orderResponse, signedTx } = await prepare(t);
    const bytes = Buffer.from(signedTx, 'base64');
    const forged = Buffer.from(bytes);
    forged.writeUInt8(forged.readUInt8(10) ^ 1, 10);
    const stranger = await generateKeyPairSigner();
    const foreign = await startPoolSandbox(t);
    const elsewhere = await order(foreign.sandbox, 'token', { ...SWAP, signer: wallet.address });
    const cases = [
      [undefined, /^signedTx must be a base64 transaction$/],
      ['', /^signedTx must be a base64 transaction$/],
      ['not base64', /^signedTx must be a base64 transaction$/],
      ['AAAA', /^signedTx: /],
      [bytes.subarray(0, -1).toString('base64'), /^signedTx: /],
      [forged.toString('base64'), /signature verification failure$/],
      [orderResponse.tx, /signature verification failure$/],
      [await sign(wallet, elsewhere.body.tx), /not the transaction of an order of this router$/],
    ] as const;
    assert.notEqual(stranger.address, wallet.address);
    for (const [given, message] of cases) {
      const refused = await execute(world.sandbox, 'token', { signedTx: given, orderResponse });
      assert.equal(refused.status, 400, refused.text);
      assert.match(refused.body.error.message, message);
    }
    const garbled = await execute(world.sandbox, 'token', '{');
    assert.equal(garbled.status, 400);
    assert.equal(garbled.body.error.code, 'BAD_REQUEST');
    assert.equal(world.tokens(await world.findAta(wallet.address)) > 0n, true);
  });

  test('an order dies with its blockhash, and the ledger’s reason is passed on', async (t) => {
    const { world, wallet, orderResponse, signedTx } = await prepare(t);
    const greedy = await order(world.sandbox, 'token', {
      ...SWAP,
      amt: `${5_000n * SOL}`,
      signer: wallet.address,
    });
    const poor = await execute(world.sandbox, 'token', {
      signedTx: await sign(wallet, greedy.body.tx),
      orderResponse: greedy.body,
    });
    assert.equal(poor.status, 400);
    assert.match(poor.body.error.message, /Transaction simulation failed: .*custom program error: 0x1$/);

    world.ledger.advanceSlots(152);
    const late = await execute(world.sandbox, 'token', { signedTx, orderResponse });
    assert.equal(late.status, 400);
    assert.match(late.body.error.message, /has expired; request a new order$/);
  });

  test('slippage of nothing fails when the price has moved, and leaves nothing behind', async (t) => {
    const { world, wallet } = await prepare(t);
    const sell = { inp: RASOL, out: WSOL, amt: `${10n * SOL}`, signer: wallet.address };
    const strict = await order(world.sandbox, 'token', { ...sell, slippageBps: '0' });
    const first = await order(world.sandbox, 'token', sell);
    const moved = await execute(world.sandbox, 'token', {
      signedTx: await sign(wallet, first.body.tx),
      orderResponse: first.body,
    });
    assert.equal(moved.status, 200, moved.text);
    const before = world.lamports(wallet.address);
    const refused = await execute(world.sandbox, 'token', {
      signedTx: await sign(wallet, strict.body.tx),
      orderResponse: strict.body,
    });
    assert.equal(refused.status, 400);
    assert.match(refused.body.error.message, /custom program error: 0x1$/);
    assert.equal(world.lamports(wallet.address), before);
  });

  test('requests are counted by operation, the key never kept', async (t) => {
    const { world, wallet } = await prepare(t);
    const { sandbox } = world;
    await order(sandbox, 'token', { ...SWAP, slippageBps: '7' });
    await order(sandbox, 'depositStake', { out: 'x', inpAcc: 'y' });
    const answer = await request(`${sandbox.url}/sandbox`);
    const described = (await answer.body.json()) as { routerUrl: string; requests: { router: object } };
    assert.equal(described.routerUrl, sandbox.routerUrl);
    assert.deepEqual(described.requests.router, {
      counts: { 'token/order': 2, 'depositStake/order': 1 },
      lastQueries: {
        'token/order': { ...SWAP, slippageBps: '7' },
        'depositStake/order': { out: 'x', inpAcc: 'y' },
      },
    });
    assert.ok(wallet.address);
  });
});
