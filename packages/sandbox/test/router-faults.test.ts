import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { execute, order, setRouterFault, sign } from './ask-router.ts';
import { startPoolSandbox } from './start-pool-sandbox.ts';
import { DEPLOYMENT } from './start-test-sandbox.ts';

const { solMint: WSOL, rasolMint: RASOL } = DEPLOYMENT;
const SWAP = { inp: WSOL, out: RASOL, amt: '1000000000' };

describe('faults of the router', () => {
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
});
