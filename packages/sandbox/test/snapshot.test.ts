import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { generateKeyPairSigner, lamports } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import { createSandboxLedger } from '../src/world/create-sandbox-ledger.ts';
import { DEPLOYMENT, encode, getBalance, SOL, startTestSandbox } from './start-test-sandbox.ts';

const CONFIRMED = { encoding: 'base64', preflightCommitment: 'confirmed' };

describe('a saved state', () => {
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
    assert.ok(ledger.history.count() >= 2n);

    const other = createSandboxLedger(DEPLOYMENT, Date.now);
    other.restore(saved);
    assert.equal(other.epoch(), 1038n);
    assert.equal(other.bank.getLamports(address), SOL);
    assert.equal(other.supply, ledger.supply);
    assert.deepEqual(other.rewards.get(1037n), ledger.rewards.get(1037n));
    assert.equal(other.history.find(signature)?.result.fee, 5_000n);
    other.advanceEpochs(1);
    assert.ok((other.rewards.get(1038n)?.byAddress.size ?? 0) > 0);
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
});
