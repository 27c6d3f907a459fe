import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { generateKeyPairSigner } from '@solana/kit';
import { request } from 'undici';
import { startSandbox } from '../src/index.ts';
import { DEPLOYMENT, getBalance, startTestSandbox } from './start-test-sandbox.ts';

const FROZEN = 60_000;

describe('/sandbox', () => {
  test('describes the world', async (t) => {
    const { sandbox } = await startTestSandbox(t, FROZEN);
    const { body, headers } = await request(`${sandbox.url}/sandbox`);
    const world = JSON.parse(await body.text());
    assert.equal(headers['access-control-allow-origin'], '*');
    assert.equal(world.rpcUrl, sandbox.url);
    assert.equal(world.webSocketUrl, sandbox.webSocketUrl);
    assert.deepEqual(world.deployment, { ...DEPLOYMENT });
    assert.equal(world.epoch, '1036');
    assert.equal(world.minimumDelegationLamports, '1000000000');
    assert.deepEqual([world.rentLamportsPerByte, world.stakeAccountRentLamports], ['5080', '1666240']);
    assert.equal(world.validators[0].voteAccount, DEPLOYMENT.voteAccount);
  });

  test('funds a wallet to the last lamport, as often as asked', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { address } = await generateKeyPairSigner();
    const ask = async () =>
      JSON.parse((await world.post('/sandbox/fund', { wallet: address, sol: '0.123456789' })).text);
    const first = await ask();
    const second = await ask();
    assert.equal(first.lamports, '123456789');
    assert.notEqual(first.signature, second.signature);
    assert.equal(getBalance(world, address), 2n * 123_456_789n);
  });

  test('refuses to fund nonsense', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { address: wallet } = await generateKeyPairSigner();
    const rule = (field: string, digits: number) =>
      `${field} must be a decimal number as text, above 0, at most ${digits} digits after the point, such as "1.5".`;
    const cases: readonly (readonly [unknown, string])[] = [
      [
        { sol: '1' },
        'wallet must be a base58 address of 32 bytes, such as "So11111111111111111111111111111111111111112".',
      ],
      [{ wallet }, 'sol or usdc must be given: a decimal number as text, such as "1.5".'],
      [{ wallet, sol: 1 }, rule('sol', 9)],
      [{ wallet, sol: '0' }, rule('sol', 9)],
      [{ wallet, sol: '-1' }, rule('sol', 9)],
      [{ wallet, sol: '1e3' }, rule('sol', 9)],
      [{ wallet, sol: '0.1234567891' }, rule('sol', 9)],
      [{ wallet, usdc: '0.1234567' }, rule('usdc', 6)],
      [{ wallet, sol: '10000000.000000001' }, 'sol must be at most "10000000".'],
      [
        { wallet, sol: '0.000000001' },
        'The ledger refused: Transaction results in an account (1) with insufficient funds for rent',
      ],
    ];
    for (const [body, error] of cases) {
      const { status, text } = await world.post('/sandbox/fund', body);
      assert.equal(status, 400, JSON.stringify(body));
      assert.deepEqual(JSON.parse(text), { error });
    }
    assert.equal((await world.post('/sandbox/fund', '{')).status, 400);
    assert.equal(getBalance(world, wallet), 0n);
  });

  test('closes slots with their blocks, so that what was built before expires', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const { lastValidBlockHeight } = (await world.rpc.getLatestBlockhash().send()).value;
    const before = world.sandbox.ledger.blocks.tip();
    const { status, text } = await world.post('/sandbox/advance-slots', {});
    assert.equal(status, 200);
    const { slot, blockHeight, epoch } = JSON.parse(text);
    assert.equal(BigInt(slot) - before.slot, 160n);
    assert.equal(BigInt(blockHeight) - before.height, 160n);
    assert.equal(epoch, '1036');
    assert.ok((await world.rpc.getBlockHeight({ commitment: 'confirmed' }).send()) > lastValidBlockHeight);
    assert.equal(
      JSON.parse((await world.post('/sandbox/advance-slots', { slots: 1 })).text).slot,
      `${before.slot + 161n}`,
    );
    for (const body of [{ slots: 0 }, { slots: 1_001 }, { slots: '1' }, { slots: 1.5 }, { epochs: 1 }, []]) {
      assert.equal((await world.post('/sandbox/advance-slots', body)).status, 400, JSON.stringify(body));
    }
    assert.equal(world.sandbox.ledger.blocks.tip().slot, before.slot + 161n);
  });

  test('ends epochs: every commitment agrees, time passes', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    const before = world.sandbox.ledger.blocks.tip().unixMilliseconds;
    const { status, text } = await world.post('/sandbox/advance-epoch', { epochs: 100 });
    assert.equal(status, 200);
    assert.equal(JSON.parse(text).epoch, '1136');
    for (const commitment of ['processed', 'confirmed', 'finalized'] as const) {
      assert.equal((await world.rpc.getEpochInfo({ commitment }).send()).epoch, 1136n);
    }
    const days = Number(world.sandbox.ledger.blocks.tip().unixMilliseconds - before) / 86_400_000;
    assert.ok(days > 99 && days < 100, `${days} days`);
    assert.equal(JSON.parse((await world.post('/sandbox/advance-epoch', {})).text).epoch, '1137');
  });

  test('refuses to end no, half or too many epochs', async (t) => {
    const world = await startTestSandbox(t, FROZEN);
    for (const epochs of [0, 1.5, 101, -1, '1', true]) {
      const { status, text } = await world.post('/sandbox/advance-epoch', { epochs });
      assert.equal(status, 400);
      assert.deepEqual(JSON.parse(text), { error: 'epochs must be a whole number from 1 to 100.' });
    }
    assert.equal(world.sandbox.ledger.epoch(), 1036n);
    assert.equal((await request(`${world.sandbox.url}/sandbox/nothing`)).statusCode, 404);
  });
});

describe('startSandbox', () => {
  test('closes a slot of 200 ms by itself', async (t) => {
    const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
    t.after(() => sandbox.close());
    await once(sandbox.ledger.events, 'slot');
    const first = sandbox.ledger.blocks.tip();
    await once(sandbox.ledger.events, 'slot');
    const second = sandbox.ledger.blocks.tip();
    // On a busy machine several are made up for at once.
    const slots = second.slot - first.slot;
    assert.ok(slots >= 1n);
    assert.equal(second.unixMilliseconds, first.unixMilliseconds + slots * 200n);
    assert.notEqual(second.blockhash, first.blockhash);
  });

  test('says that a port is taken and leaves nothing open', async (t) => {
    const { sandbox } = await startTestSandbox(t, FROZEN);
    const port = Number(new URL(sandbox.url).port);
    await assert.rejects(startSandbox({ deployment: DEPLOYMENT, port }), { code: 'EADDRINUSE', port });
  });
});
