import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { createNoopSigner, lamports } from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  previewDepositSol,
  previewDepositStake,
  previewWithdrawSol,
  previewWithdrawStake,
} from '@staking-agent/chain/stake-pool';
import { listImplementations } from './implementations.ts';
import {
  depositSol,
  depositStake,
  META_RESERVE,
  STAKE_RENT,
  stakeAt,
  withdrawSol,
  withdrawStake,
} from './pool-steps.ts';
import { startPoolSandbox } from './start-pool-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

const FEE = 5_000n;
const DEPOSIT_FEE = { denominator: 991n, numerator: 5n };

for (const { name, directory, skip } of listImplementations('spl_stake_pool.so')) {
  describe(`stake pool, ${name}`, { skip }, () => {
    test('DepositSol moves, mints and counts what the preview says, fee shares included', async (t) => {
      const world = await startPoolSandbox(t, directory);
      world.setPool({ solDepositFee: DEPOSIT_FEE, solReferralFee: 60 });
      const wallet = await world.createWallet();
      const tokens = await world.findAta(wallet.address);
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
        referrer: world.tokens(await world.findAta(referrer.address)),
        wallet: world.lamports(wallet.address),
      };

      const outcome = await world.send(wallet, [
        await world.createAta(wallet.address),
        await depositSol(world, wallet.address, 7_123_456_789n, {
          referrerTokenAccount: await world.findAta(referrer.address),
        }),
      ]);

      assert.equal(outcome.err, null, outcome.logs.join('\n'));
      assert.equal(outcome.fee, FEE);
      assert.equal(world.tokens(tokens), expected.userTokens);
      const total = expected.userTokens + expected.managerTokens + expected.referrerTokens;
      assert.equal(world.supply(), old.supply + total);
      assert.equal(world.tokens(world.world.managerFeeAccount), old.manager + expected.managerTokens);
      assert.equal(
        world.tokens(await world.findAta(referrer.address)),
        old.referrer + expected.referrerTokens,
      );
      assert.equal(world.lamports(world.world.reserveStake), old.reserve + 7_123_456_789n);
      assert.equal(world.lamports(wallet.address), old.wallet - 7_123_456_789n - 1_488_440n - FEE);
      assert.deepEqual(world.pool(), { ...before, ...expected.pool });
    });

    test('WithdrawSol pays to the last lamport and keeps the fee for the manager', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const wallet = await world.createWallet(50n * SOL);
      const before = world.pool();
      const reserveLamports = world.lamports(world.world.reserveStake);
      const poolTokens = 12_345_678_901n;
      const expected = previewWithdrawSol(before, {
        poolTokens,
        epoch: world.ledger.epoch(),
        feeRounding: world.ledger.feeRounding,
        reserveLamports,
        reserveRent: META_RESERVE,
      });
      assert.ok(expected.ok);
      const old = {
        supply: world.supply(),
        tokens: world.tokens(await world.findAta(wallet.address)),
        wallet: world.lamports(wallet.address),
        manager: world.tokens(world.world.managerFeeAccount),
      };

      const { err } = await world.send(wallet, [await withdrawSol(world, wallet.address, poolTokens)]);

      assert.equal(err, null);
      assert.equal(world.lamports(wallet.address), old.wallet + expected.lamports - FEE);
      assert.equal(world.tokens(await world.findAta(wallet.address)), old.tokens - poolTokens);
      assert.equal(world.supply(), old.supply - expected.burnedTokens);
      assert.equal(world.tokens(world.world.managerFeeAccount), old.manager + expected.feeTokens);
      assert.equal(world.lamports(world.world.reserveStake), reserveLamports - expected.lamports);
      assert.deepEqual(world.pool(), { ...before, ...expected.pool });
    });

    test('WithdrawStake and DepositStake split and merge as previewed, and come back', async (t) => {
      const world = await startPoolSandbox(t, directory);
      world.setPool({ stakeDepositFee: DEPOSIT_FEE, stakeReferralFee: 40 });
      const wallet = await world.createWallet(50n * SOL);
      const tokens = await world.findAta(wallet.address);
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
        stakeRent: META_RESERVE,
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

    test('instructions of one transaction see each other, and a failing one undoes them all', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const wallet = await world.createWallet();
      const { address } = wallet;
      const tokens = await world.findAta(address);
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
          reserveRent: META_RESERVE,
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
      assert.equal(world.lamports(address), held - 2n * FEE - 10n * SOL + second.lamports - 1_488_440n);
    });

    test('a limit too low for the program fails as on the ledger', async (t) => {
      const world = await startPoolSandbox(t, directory);
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
  });
}
