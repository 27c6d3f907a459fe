import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { STAKE_POOL_CODEC } from '@staking-agent/chain/stake-pool';
import deploymentFile from '../../../../deployments/sandbox.json' with { type: 'json' };
import { createSandboxLedger } from './create-sandbox-ledger.ts';

for (const slotsLeft of [0, 1, 5]) {
  test(`an epoch that is approached to ${slotsLeft} slots ends as any other`, () => {
    const ledger = createSandboxLedger(parseDeployment(deploymentFile), () => 1_800_000_000_000);
    const epoch = ledger.epoch();
    ledger.approachEpochEnd(slotsLeft);
    assert.equal(ledger.epoch(), slotsLeft === 0 ? epoch + 1n : epoch);
    ledger.advanceSlots(slotsLeft);
    assert.equal(ledger.epoch(), epoch + 1n);
    assert.ok(ledger.rewards.has(epoch));
    const pool = ledger.findAccount(ledger.pool.stakePool);
    assert.equal(pool && STAKE_POOL_CODEC.decode(pool.data).lastUpdateEpoch, epoch + 1n);
  });
}
