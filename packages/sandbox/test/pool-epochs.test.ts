import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  getCleanupRemovedValidatorEntriesInstruction,
  getUpdateStakePoolBalanceInstruction,
  getUpdateValidatorListBalanceInstruction,
  lamportsForPoolTokens,
  previewEpochUpdate,
} from '@staking-agent/chain/stake-pool';
import { INFLATION_BASIS_POINTS } from '../src/world/epoch-rewards.ts';
import { listImplementations } from './implementations.ts';
import { depositSol, depositStake, META_RESERVE, stakeAt, withdrawSol, withdrawStake } from './pool-steps.ts';
import { startPoolSandbox } from './start-pool-sandbox.ts';
import { POOL_PROGRAM, SOL } from './start-test-sandbox.ts';

for (const { name, directory, skip } of listImplementations('spl_stake_pool.so')) {
  describe(`epochs of the stake pool, ${name}`, { skip }, () => {
    test('an epoch raises the price by its rewards, and the manager is minted what the preview says', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const { ledger } = world;
      for (let turn = 0; turn < 3; turn += 1) {
        const before = world.pool();
        const supply = world.supply();
        const reserve = world.lamports(world.world.reserveStake);
        const manager = world.tokens(world.world.managerFeeAccount);
        ledger.advanceEpochs(1);
        const expected = previewEpochUpdate(before, {
          validators: world.list().validators,
          reserveLamports: world.lamports(world.world.reserveStake),
          reserveRent: META_RESERVE,
          epoch: ledger.epoch(),
          feeRounding: ledger.feeRounding,
          mintSupply: supply,
        });
        assert.ok(expected.ok);
        assert.deepEqual(world.pool(), expected.pool);
        assert.equal(world.tokens(world.world.managerFeeAccount), manager + expected.managerTokens);
        const reward = Number(expected.rewardLamports) / Number(before.totalLamports);
        assert.ok(reward > 0.00016 && reward < 0.00017, `${reward} an epoch`);
        // Block revenue is not delegated; the update moves it from the validator's stake to the reserve.
        assert.ok(world.lamports(world.world.reserveStake) > reserve);
        const { validatorStake } = world.world;
        const delegated = world.delegation(validatorStake)?.stake ?? assert.fail();
        assert.equal(world.lamports(validatorStake) - delegated, META_RESERVE);
        assert.ok(lamportsForPoolTokens(world.pool(), SOL) > lamportsForPoolTokens(before, SOL));
      }
      assert.equal(INFLATION_BASIS_POINTS, 400n);
    });

    test('a pool nobody has updated refuses everything with 17 until somebody does', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const wallet = await world.createWallet(50n * SOL);
      const { address } = wallet;
      const { world: pool, ledger } = world;
      await world.send(wallet, await withdrawStake(world, address, 5n * SOL, { seed: 'old' }));
      ledger.advanceEpochs(2, { updatePool: false });
      assert.equal(world.pool().lastUpdateEpoch, ledger.epoch() - 2n);

      const stale = [
        [await depositSol(world, address, SOL)],
        [await withdrawSol(world, address, SOL)],
        await withdrawStake(world, address, 2n * SOL),
        await depositStake(world, address, await stakeAt(address, 'old')),
      ];
      for (const instructions of stale) {
        const { err } = world.simulate(address, instructions);
        assert.deepEqual(err, { InstructionError: [instructions.length - 1, { Custom: 17 }] });
      }
      const update = getUpdateStakePoolBalanceInstruction(pool, POOL_PROGRAM);
      assert.deepEqual(world.simulate(address, [update]).err, { InstructionError: [0, { Custom: 16 }] });

      const crank = [
        getUpdateValidatorListBalanceInstruction(
          {
            ...pool,
            startIndex: 0,
            noMerge: false,
            stakes: [pool.validatorStake, pool.transientStake],
          },
          POOL_PROGRAM,
        ),
        update,
        getCleanupRemovedValidatorEntriesInstruction(pool, POOL_PROGRAM),
      ];
      // All in one transaction: what follows sees the pool as the crank leaves it.
      const outcome = await world.send(wallet, [...crank, await depositSol(world, address, SOL)]);
      assert.equal(outcome.err, null, outcome.logs.join('\n'));
      assert.equal(world.pool().lastUpdateEpoch, ledger.epoch());
      assert.equal((await world.send(wallet, stale[3] ?? [])).err, null);
    });
  });
}
