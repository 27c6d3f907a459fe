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
  previewDepositSol,
  previewWithdrawSol,
  SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS,
} from '@staking-agent/chain/stake-pool';
import { depositSol, STAKE_RENT, withdrawSol, withdrawStake } from './pool-steps.ts';
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

    test('fees are those of the transaction as it was signed', async (t) => {
      const world = await startPoolSandbox(t, directory);
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

    test('logs, inner instructions and units read like those of a program', async (t) => {
      const world = await startPoolSandbox(t, directory);
      const wallet = await world.createWallet(10n * SOL);
      const budget = getSetComputeUnitLimitInstruction({ units: 150_000 });
      const deposit = await depositSol(world, wallet.address, SOL);
      const { logs, innerInstructions, unitsConsumed } = await world.send(wallet, [budget, deposit]);
      const program = SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS;
      const at = logs.indexOf(`Program ${program} invoke [1]`);
      assert.ok(at > 0, logs.join('\n'));
      assert.equal(logs[at + 1], 'Program log: Instruction: DepositSol');
      assert.ok(logs.includes('Program 11111111111111111111111111111111 invoke [2]'));
      assert.equal(logs.at(-1), `Program ${program} success`);
      assert.match(logs.at(-2) ?? '', new RegExp(`^Program ${program} consumed \\d+ of \\d+ compute units$`));
      assert.ok(unitsConsumed > 10_000n && unitsConsumed < 30_000n, `${unitsConsumed} units`);
      const [inner] = innerInstructions;
      assert.equal(inner?.index, 1);
      // The transfer of the SOL, and a mint to the wallet; one to the manager where the pool takes a fee.
      const mints = world.pool().solDepositFee.numerator === 0n ? 1 : 2;
      assert.deepEqual(
        inner?.instructions.map(({ stackHeight }) => stackHeight),
        Array.from({ length: 1 + mints }, () => 2),
      );

      const { logs: refused } = world.simulate(wallet.address, [
        budget,
        await depositSol(world, wallet.address, 0n),
      ]);
      assert.equal(refused.at(-1), `Program ${program} failed: custom program error: 0x1d`);
    });
  });
}
