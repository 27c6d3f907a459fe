import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Address, createNoopSigner, lamports } from '@solana/kit';
import { getTransferSolInstruction } from '@solana-program/system';
import type { ExecutionResult } from '../src/vm/transaction-history.ts';
import { FORWARDING_PROGRAM_ADDRESS, forward, writeForwardingProgram } from './forwarding-program.ts';
import { depositSol } from './pool-steps.ts';
import { type PoolSandbox, startPoolSandbox } from './start-pool-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

/** A sandbox in whose VM there is a program that the sandbox knows nothing of. */
async function start(t: Parameters<typeof startPoolSandbox>[0]) {
  const world = await startPoolSandbox(t);
  world.ledger.bank.vm().addProgram(FORWARDING_PROGRAM_ADDRESS, writeForwardingProgram());
  const wallet = await world.createWallet(10n * SOL);
  const friend = await world.createWallet(SOL);
  // The program takes each account once, so somebody else is the referrer.
  const referrerTokenAccount = await world.findAta(friend.address);
  const deposit = (amount: bigint, change: object = {}) =>
    depositSol(world, wallet.address, amount, { referrerTokenAccount, ...change });
  return { world, wallet, address: wallet.address, ata: await world.findAta(wallet.address), deposit };
}

/** Everything a deposit moves. */
function balances(world: PoolSandbox, ata: Address) {
  const { totalLamports, poolTokenSupply } = world.pool();
  return {
    tokens: world.tokens(ata),
    reserve: world.lamports(world.world.reserveStake),
    totalLamports,
    poolTokenSupply,
  };
}

/** What all token accounts hold afterwards, in whatever order the transaction names them. */
function sortAmounts({ postTokenBalances }: ExecutionResult): bigint[] {
  return postTokenBalances.map(({ amount }) => amount).sort((left, right) => (left < right ? -1 : 1));
}

describe('a program of the ledger that calls a model', () => {
  test('moves what a wallet moves that calls it, one level deeper', async (t) => {
    const { world, wallet, address, ata, deposit } = await start(t);
    const call = await deposit(SOL);
    const direct = world.simulate(address, [call]);
    const before = balances(world, ata);

    const through = await world.send(wallet, [forward(call)]);

    assert.equal(through.err, null, through.logs.join('\n'));
    const [own] = direct.innerInstructions;
    const [inner] = through.innerInstructions;
    assert.deepEqual(
      inner?.instructions.map(({ stackHeight }) => stackHeight),
      [2, ...(own?.instructions ?? []).map(({ stackHeight }) => stackHeight + 1)],
    );
    const after = balances(world, ata);
    assert.equal(after.reserve, before.reserve + SOL);
    assert.equal(after.totalLamports, before.totalLamports + SOL);
    assert.ok(after.tokens > before.tokens && after.poolTokenSupply > before.poolTokenSupply);
    assert.deepEqual(sortAmounts(through), sortAmounts(direct));
  });

  test('may call it again and again, and each call sees what those before it have left', async (t) => {
    const { world, wallet, ata, deposit } = await start(t);
    const twice = forward(await deposit(SOL));
    const before = balances(world, ata);
    const { err, logs } = await world.send(wallet, [twice, await deposit(SOL), twice]);
    assert.equal(err, null, logs.join('\n'));
    assert.equal(balances(world, ata).totalLamports, before.totalLamports + 3n * SOL);
  });

  test('gets its refusals, at the index of the instruction that was signed', async (t) => {
    const { world, address, deposit } = await start(t);
    const { tokenVault: another } = world.world;
    const cases: readonly (readonly [object, unknown])[] = [
      [{ reserveStake: another }, { Custom: 1 }],
      [{ minimumPoolTokens: 2n * SOL }, { Custom: 39 }],
      [{ managerFeeAccount: another }, { Custom: 9 }],
    ];
    const market = getTransferSolInstruction({
      source: createNoopSigner(address),
      destination: world.world.market,
      amount: lamports(5n),
    });
    for (const [change, expected] of cases) {
      const { err, logs } = world.simulate(address, [market, forward(await deposit(SOL, change)), market]);
      assert.deepEqual(err, { InstructionError: [1, expected] }, logs.join('\n'));
    }
    const tooMuch = world.simulate(address, [forward(await deposit(1_000_000n * SOL))]);
    assert.deepEqual(tooMuch.err, { InstructionError: [0, { Custom: 1 }] });
  });

  test('leaves nothing behind when a later instruction fails', async (t) => {
    const { world, wallet, address, ata, deposit } = await start(t);
    const before = balances(world, ata);
    const tooMuch = getTransferSolInstruction({
      source: createNoopSigner(address),
      destination: world.world.market,
      amount: lamports(10n ** 15n),
    });
    const { err } = await world.send(wallet, [forward(await deposit(SOL)), tooMuch]);
    assert.deepEqual(err, { InstructionError: [1, { Custom: 1 }] });
    assert.deepEqual(balances(world, ata), before);
  });
});
