import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { createNoopSigner, lamports } from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  getCleanupRemovedValidatorEntriesInstruction,
  getUpdateStakePoolBalanceInstruction,
  getUpdateValidatorListBalanceInstruction,
  lamportsForPoolTokens,
  previewDepositSol,
  previewDepositStake,
  previewEpochUpdate,
  previewWithdrawSol,
  previewWithdrawStake,
  STAKE_POOL_PROGRAM_ADDRESS,
} from '@staking-agent/chain/stake-pool';
import { INFLATION_BASIS_POINTS } from '../src/ledger/stake/epoch-rewards.ts';
import { depositSol, depositStake, STAKE_RENT, stakeAt, withdrawSol, withdrawStake } from './pool-steps.ts';
import { IMPLEMENTATIONS, startPoolWorld } from './start-pool-world.ts';
import { SOL } from './start-world.ts';

const FEE = 5_000n;
const DEPOSIT_FEE = { denominator: 991n, numerator: 5n };

for (const { name, directory, skip } of IMPLEMENTATIONS) {
  describe(`stake pool, ${name}`, { skip }, () => {
    test('DepositSol moves, mints and counts what the preview says, fee shares included', async (t) => {
      const world = await startPoolWorld(t, directory);
      world.setPool({ solDepositFee: DEPOSIT_FEE, solReferralFee: 60 });
      const wallet = await world.createWallet();
      const tokens = await world.ataOf(wallet.address);
      const referrer = await world.createWallet(5n * SOL);
      const before = world.pool();
      const expected = previewDepositSol(before, {
        lamports: 7_123_456_789n,
        epoch: world.ledger.epoch(),
        feeRounding: world.ledger.feeRounding,
      });
      assert.ok(expected.ok);
      const old = {
        supply: world.supply(),
        manager: world.tokens(world.world.managerFeeAccount),
        reserve: world.lamports(world.world.reserveStake),
        referrer: world.tokens(await world.ataOf(referrer.address)),
        wallet: world.lamports(wallet.address),
      };

      const outcome = await world.send(wallet, [
        await world.createAta(wallet.address),
        await depositSol(world, wallet.address, 7_123_456_789n, {
          referrerTokenAccount: await world.ataOf(referrer.address),
        }),
      ]);

      assert.equal(outcome.err, null, outcome.logs.join('\n'));
      assert.equal(outcome.fee, FEE);
      assert.equal(world.tokens(tokens), expected.userTokens);
      const total = expected.userTokens + expected.managerTokens + expected.referrerTokens;
      assert.equal(world.supply(), old.supply + total);
      assert.equal(world.tokens(world.world.managerFeeAccount), old.manager + expected.managerTokens);
      assert.equal(world.tokens(await world.ataOf(referrer.address)), old.referrer + expected.referrerTokens);
      assert.equal(world.lamports(world.world.reserveStake), old.reserve + 7_123_456_789n);
      assert.equal(world.lamports(wallet.address), old.wallet - 7_123_456_789n - 2_039_280n - FEE);
      assert.deepEqual(world.pool(), { ...before, ...expected.pool });
    });

    test('WithdrawSol pays to the last lamport and keeps the fee for the manager', async (t) => {
      const world = await startPoolWorld(t, directory);
      const wallet = await world.createWallet(50n * SOL);
      const before = world.pool();
      const reserveLamports = world.lamports(world.world.reserveStake);
      const poolTokens = 12_345_678_901n;
      const expected = previewWithdrawSol(before, {
        poolTokens,
        epoch: world.ledger.epoch(),
        feeRounding: world.ledger.feeRounding,
        reserveLamports,
        reserveRent: STAKE_RENT,
      });
      assert.ok(expected.ok);
      const old = {
        supply: world.supply(),
        tokens: world.tokens(await world.ataOf(wallet.address)),
        wallet: world.lamports(wallet.address),
        manager: world.tokens(world.world.managerFeeAccount),
      };

      const { err } = await world.send(wallet, [await withdrawSol(world, wallet.address, poolTokens)]);

      assert.equal(err, null);
      assert.equal(world.lamports(wallet.address), old.wallet + expected.lamports - FEE);
      assert.equal(world.tokens(await world.ataOf(wallet.address)), old.tokens - poolTokens);
      assert.equal(world.supply(), old.supply - expected.burnedTokens);
      assert.equal(world.tokens(world.world.managerFeeAccount), old.manager + expected.feeTokens);
      assert.equal(world.lamports(world.world.reserveStake), reserveLamports - expected.lamports);
      assert.deepEqual(world.pool(), { ...before, ...expected.pool });
    });

    test('WithdrawStake and DepositStake split and merge as previewed, and come back', async (t) => {
      const world = await startPoolWorld(t, directory);
      world.setPool({ stakeDepositFee: DEPOSIT_FEE, stakeReferralFee: 40 });
      const wallet = await world.createWallet(50n * SOL);
      const tokens = await world.ataOf(wallet.address);
      const stake = await stakeAt(wallet.address, '0');
      const { ledger } = world;
      const before = {
        pool: world.pool(),
        list: world.list(),
        supply: world.supply(),
        held: world.tokens(tokens),
      };
      const common = { epoch: ledger.epoch(), feeRounding: ledger.feeRounding };
      const withdrawal = previewWithdrawStake(before.pool, {
        ...common,
        poolTokens: 10_000_000_007n,
        validators: before.list.validators,
        from: {
          account: 'validator',
          voteAccount: world.world.voteAccount,
          lamports: world.lamports(world.world.validatorStake),
        },
        stakeRent: STAKE_RENT,
        minimumDelegation: SOL,
      });
      assert.ok(withdrawal.ok);

      const taken = await world.send(wallet, await withdrawStake(world, wallet.address, 10_000_000_007n));

      assert.equal(taken.err, null, taken.logs.join('\n'));
      assert.equal(world.lamports(stake), withdrawal.lamports + STAKE_RENT);
      assert.equal(world.delegation(stake)?.stake, withdrawal.delegatedLamports);
      assert.equal(world.tokens(tokens), before.held - 10_000_000_007n);
      assert.equal(world.supply(), before.supply - withdrawal.burnedTokens);
      assert.deepEqual(world.pool(), { ...before.pool, ...withdrawal.pool });
      const [entry] = before.list.validators;
      assert.deepEqual(world.list().validators, [{ ...entry, ...withdrawal.entry }]);

      const between = {
        pool: world.pool(),
        held: world.tokens(tokens),
        reserve: world.lamports(world.world.reserveStake),
      };
      const deposit = previewDepositStake(between.pool, {
        ...common,
        lamports: world.lamports(stake),
        delegatedLamports: withdrawal.delegatedLamports,
        voteAccount: world.world.voteAccount,
        validators: world.list().validators,
      });
      assert.ok(deposit.ok);

      const given = await world.send(wallet, await depositStake(world, wallet.address, stake));

      assert.equal(given.err, null, given.logs.join('\n'));
      assert.equal(world.ledger.findAccount(stake), undefined);
      assert.equal(world.tokens(tokens), between.held + deposit.userTokens + deposit.referrerTokens);
      assert.equal(world.lamports(world.world.reserveStake), between.reserve + STAKE_RENT);
      assert.deepEqual(world.pool(), { ...between.pool, ...deposit.pool });
      assert.equal(
        world.list().validators[0]?.activeStakeLamports,
        world.lamports(world.world.validatorStake),
      );
    });

    test('an epoch raises the price by its rewards, and the manager is minted what the preview says', async (t) => {
      const world = await startPoolWorld(t, directory);
      const { ledger } = world;
      for (let turn = 0; turn < 3; turn += 1) {
        const before = world.pool();
        const supply = world.supply();
        const manager = world.tokens(world.world.managerFeeAccount);
        ledger.advanceEpochs(1);
        const expected = previewEpochUpdate(before, {
          validators: world.list().validators,
          reserveLamports: world.lamports(world.world.reserveStake),
          reserveRent: STAKE_RENT,
          epoch: ledger.epoch(),
          feeRounding: ledger.feeRounding,
          mintSupply: supply,
        });
        assert.ok(expected.ok);
        assert.deepEqual(world.pool(), expected.pool);
        assert.equal(world.tokens(world.world.managerFeeAccount), manager + expected.managerTokens);
        const reward = Number(expected.rewardLamports) / Number(before.totalLamports);
        assert.ok(reward > 0.0003 && reward < 0.00031, `${reward} an epoch`);
        assert.ok(lamportsForPoolTokens(world.pool(), SOL) > lamportsForPoolTokens(before, SOL));
      }
      assert.equal(INFLATION_BASIS_POINTS, 400n);
    });

    test('a pool nobody has updated refuses everything with 17 until somebody does', async (t) => {
      const world = await startPoolWorld(t, directory);
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
      const update = getUpdateStakePoolBalanceInstruction(pool);
      assert.deepEqual(world.simulate(address, [update]).err, { InstructionError: [0, { Custom: 16 }] });

      const crank = [
        getUpdateValidatorListBalanceInstruction({
          ...pool,
          startIndex: 0,
          noMerge: false,
          stakes: [{ validatorStake: pool.validatorStake, transientStake: pool.transientStake }],
        }),
        update,
        getCleanupRemovedValidatorEntriesInstruction(pool),
      ];
      // All in one transaction: what follows sees the pool as the crank leaves it.
      const outcome = await world.send(wallet, [...crank, await depositSol(world, address, SOL)]);
      assert.equal(outcome.err, null, outcome.logs.join('\n'));
      assert.equal(world.pool().lastUpdateEpoch, ledger.epoch());
      assert.equal((await world.send(wallet, stale[3] ?? [])).err, null);
    });

    test('instructions of one transaction see each other, and a failing one undoes them all', async (t) => {
      const world = await startPoolWorld(t, directory);
      const wallet = await world.createWallet();
      const { address } = wallet;
      const tokens = await world.ataOf(address);
      const before = world.pool();
      const input = { epoch: world.ledger.epoch(), feeRounding: world.ledger.feeRounding };
      const first = previewDepositSol(before, { ...input, lamports: 10n * SOL });
      assert.ok(first.ok);
      const second = previewWithdrawSol(
        { ...before, ...first.pool },
        {
          ...input,
          poolTokens: first.userTokens,
          reserveLamports: world.lamports(world.world.reserveStake) + 10n * SOL,
          reserveRent: STAKE_RENT,
        },
      );
      assert.ok(second.ok);
      const roundTrip = [
        await world.createAta(address),
        await depositSol(world, address, 10n * SOL),
        await withdrawSol(world, address, first.userTokens),
      ];
      const tooMuch = getTransferSolInstruction({
        source: createNoopSigner(address),
        destination: world.world.market,
        amount: lamports(10_000_000n * SOL),
      });

      const held = world.lamports(address);
      const failed = await world.send(wallet, [...roundTrip, tooMuch]);
      assert.deepEqual(failed.err, { InstructionError: [3, { Custom: 1 }] });
      assert.equal(failed.fee, FEE);
      assert.equal(world.lamports(address), held - FEE);
      assert.deepEqual(world.pool(), before);
      assert.equal(world.ledger.findAccount(tokens), undefined);

      const done = await world.send(wallet, roundTrip);
      assert.equal(done.err, null, done.logs.join('\n'));
      assert.equal(world.tokens(tokens), 0n);
      assert.deepEqual(world.pool(), { ...before, ...second.pool });
      assert.equal(world.lamports(address), held - 2n * FEE - 10n * SOL + second.lamports - 2_039_280n);
    });

    test('fees are those of the transaction as it was signed', async (t) => {
      const world = await startPoolWorld(t, directory);
      const wallet = await world.createWallet(10n * SOL);
      const step = await withdrawStake(world, wallet.address, 2n * SOL, { seed: 'fee' });
      const budget = [
        getSetComputeUnitLimitInstruction({ units: 250_000 }),
        getSetComputeUnitPriceInstruction({ microLamports: 1_000_000n }),
      ];
      const priced = await world.send(wallet, [...budget, ...step]);
      assert.equal(priced.err, null);
      assert.equal(priced.fee, FEE + 250_000n);
      // Without a limit, 200,000 units for each instruction but a builtin one, and 3,000 for that.
      const unlimited = await world.send(wallet, [
        getSetComputeUnitPriceInstruction({ microLamports: 1_000_000n }),
        await depositSol(world, wallet.address, SOL),
      ]);
      assert.equal(unlimited.fee, FEE + 203_000n);
      const refused = await world.send(wallet, [
        getSetComputeUnitPriceInstruction({ microLamports: 1_000_000n }),
        await depositSol(world, wallet.address, 0n),
      ]);
      assert.deepEqual(refused.err, { InstructionError: [1, { Custom: 29 }] });
      assert.equal(refused.fee, FEE + 203_000n);
    });

    test('a limit too low for the program fails as on the ledger', async (t) => {
      const world = await startPoolWorld(t, directory);
      const wallet = await world.createWallet(10n * SOL);
      const { err } = await world.send(wallet, [
        getSetComputeUnitLimitInstruction({ units: 5_000 }),
        await depositSol(world, wallet.address, SOL),
      ]);
      // Release 1.0.0 runs out within a call of the runtime, which has its own word for it.
      const words = ['ProgramFailedToComplete', 'ComputationalBudgetExceeded'];
      assert.ok(
        words.some((word) => isDeepStrictEqual(err, { InstructionError: [1, word] })),
        JSON.stringify(err),
      );
    });

    test('logs, inner instructions and units read like those of a program', async (t) => {
      const world = await startPoolWorld(t, directory);
      const wallet = await world.createWallet(10n * SOL);
      const budget = getSetComputeUnitLimitInstruction({ units: 150_000 });
      const deposit = await depositSol(world, wallet.address, SOL);
      const { logs, innerInstructions, unitsConsumed } = await world.send(wallet, [budget, deposit]);
      const program = STAKE_POOL_PROGRAM_ADDRESS;
      const at = logs.indexOf(`Program ${program} invoke [1]`);
      assert.ok(at > 0, logs.join('\n'));
      assert.equal(logs[at + 1], 'Program log: Instruction: DepositSol');
      assert.ok(logs.includes('Program 11111111111111111111111111111111 invoke [2]'));
      assert.equal(logs.at(-1), `Program ${program} success`);
      assert.match(logs.at(-2) ?? '', new RegExp(`^Program ${program} consumed \\d+ of \\d+ compute units$`));
      assert.ok(unitsConsumed > 10_000n && unitsConsumed < 30_000n, `${unitsConsumed} units`);
      const [inner] = innerInstructions;
      assert.equal(inner?.index, 1);
      assert.deepEqual(
        inner?.instructions.map(({ stackHeight }) => stackHeight),
        [2, 2],
      );

      const { logs: refused } = world.simulate(wallet.address, [
        budget,
        await depositSol(world, wallet.address, 0n),
      ]);
      assert.equal(refused.at(-1), `Program ${program} failed: custom program error: 0x1d`);
    });
  });
}
