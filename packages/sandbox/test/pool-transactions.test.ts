import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { createNoopSigner, lamports } from '@solana/kit';
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { getTransferSolInstruction } from '@solana-program/system';
import { previewDepositSol, previewWithdrawSol } from '@staking-agent/chain/stake-pool';
import { depositSol, STAKE_RENT, withdrawSol } from './pool-steps.ts';
import { IMPLEMENTATIONS, startPoolSandbox } from './start-pool-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

const FEE = 5_000n;

for (const { name, directory, skip } of IMPLEMENTATIONS) {
  describe(`transactions with the stake pool, ${name}`, { skip }, () => {
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
