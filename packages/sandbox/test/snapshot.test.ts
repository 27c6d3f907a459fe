import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { generateKeyPairSigner, lamports } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { SWAP_PROGRAM_ADDRESS } from '../src/programs/swap.ts';
import { createSandboxLedger } from '../src/world/create-sandbox-ledger.ts';
import { DEPLOYMENT, encode, getBalance, SOL, startTestSandbox } from './start-test-sandbox.ts';

const CONFIRMED = { encoding: 'base64', preflightCommitment: 'confirmed' };

describe('a snapshot', () => {
  test('brings accounts, blocks, history and rewards back, in another ledger too', async (t) => {
    const world = await startTestSandbox(t, 60_000);
    const { ledger } = world.sandbox;
    const wallet = await world.createWallet();
    ledger.advanceEpochs(2);
    const { address } = await generateKeyPairSigner();
    const transaction = await world.sign(wallet, [
      getTransferSolInstruction({ source: wallet, destination: address, amount: lamports(SOL) }),
    ]);
    const { result: signature } = await world.call('sendTransaction', [encode(transaction), CONFIRMED]);
    const saved = ledger.save();

    ledger.fund(address, 5n * SOL);
    assert.equal(getBalance(world, address), 6n * SOL);
    ledger.restore(saved);
    assert.equal(getBalance(world, address), SOL);
    const again = await world.call('sendTransaction', [encode(transaction), CONFIRMED]);
    assert.equal(again.error?.data.err, 'AlreadyProcessed', 'duplicates are still known');
    assert.ok((await world.call('getTransactionCount')).result >= 2);

    const other = createSandboxLedger(DEPLOYMENT, Date.now);
    other.restore(saved);
    assert.equal(other.epoch(), 1038n);
    assert.equal(other.bank.getLamports(address), SOL);
    assert.equal(other.supply, ledger.supply);
    assert.deepEqual(other.rewards.get(1037n), ledger.rewards.get(1037n));
    assert.equal(other.history.find(signature)?.result.fee, 5_000n);
    other.advanceEpochs(1);
    assert.ok((other.rewards.get(1038n)?.size ?? 0) > 0);
  });

  test('goes on at the present when it was away, never back', () => {
    let now = 1_800_000_000_000;
    const ledger = createSandboxLedger(DEPLOYMENT, () => now);
    const saved = ledger.save();
    const tip = ledger.blocks.tip();
    now += 3_600_000;
    ledger.restore(saved);
    assert.equal(ledger.blocks.tip().slot, tip.slot + 1n);
    assert.equal(ledger.blocks.tip().unixMilliseconds, BigInt(now));
    assert.equal(ledger.bank.vm().getClock().unixTimestamp, BigInt(now) / 1000n);
    now -= 7_200_000;
    ledger.restore(saved);
    assert.ok(ledger.blocks.tip().unixMilliseconds > tip.unixMilliseconds);
  });

  test('refuses worlds that began without a program of this one', () => {
    const ledger = createSandboxLedger(DEPLOYMENT, Date.now);
    const tip = ledger.blocks.tip();
    const saved = deserialize(ledger.save());
    const programs = saved.programs.filter((program: string) => program !== SWAP_PROGRAM_ADDRESS);
    assert.equal(programs.length, saved.programs.length - 1);
    assert.throws(
      () => ledger.restore(serialize({ ...saved, programs })),
      new RegExp(`older than these programs of the sandbox: ${SWAP_PROGRAM_ADDRESS}\\.$`),
    );
    assert.equal(ledger.blocks.tip(), tip);
    ledger.restore(serialize({ ...saved, programs: [...saved.programs, DEPLOYMENT.usdcVault] }));
  });

  test('refuses bytes of another kind and worlds of another deployment', () => {
    const ledger = createSandboxLedger(DEPLOYMENT, Date.now);
    const other = createSandboxLedger({ ...DEPLOYMENT, voteAccount: DEPLOYMENT.usdcVault }, Date.now);
    const tip = ledger.blocks.tip();
    assert.throws(() => ledger.restore(new Uint8Array(100)), /no sandbox snapshot of this version/);
    assert.throws(() => ledger.restore(Buffer.from('{}')), /no sandbox snapshot of this version/);
    assert.throws(() => ledger.restore(ledger.save().subarray(0, 1000)), /no sandbox snapshot/);
    assert.throws(() => ledger.restore(other.save()), /another deployment; it differs in voteAccount/);
    assert.equal(ledger.blocks.tip(), tip);
  });
});
