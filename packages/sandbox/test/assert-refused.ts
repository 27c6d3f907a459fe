import assert from 'node:assert/strict';
import { AccountRole, type Address, type Instruction, type KeyPairSigner } from '@solana/kit';
import type { InstructionError } from '../src/vm/transaction-error.ts';
import type { FullInstruction } from './leveraged-steps.ts';
import type { LeveragedSandbox } from './start-leveraged-sandbox.ts';

/** Everything that a redemption could have touched. */
function touched(world: LeveragedSandbox, wallet: Address): Uint8Array[] {
  const { leveraged } = world;
  const { sol, tokens, lp, lending } = world.findAccounts(wallet);
  const { tokenVault, solVault, market, poolMint } = world.world;
  const { bank, liquidityVault } = leveraged.lending;
  const { vault, lpMint, position, strategyReceipt, strategyAta, collateral, liquidity } = leveraged;
  return [
    ...[sol, tokens, lp, lending, tokenVault, solVault, market, poolMint, bank, liquidityVault],
    ...[vault, lpMint, position, strategyReceipt, strategyAta, collateral, liquidity],
  ].map((address) => world.readData(address));
}

/** Sends what must be refused, and looks whether anything has moved. */
export async function assertRefused(
  world: LeveragedSandbox,
  wallet: KeyPairSigner,
  steps: readonly Instruction[],
  expected: readonly [at: number, error: InstructionError],
): Promise<void> {
  const before = touched(world, wallet.address);
  const { err, logs } = await world.send(wallet, steps, world.tables());
  assert.deepEqual(err, { InstructionError: expected }, logs.join('\n'));
  assert.deepEqual(touched(world, wallet.address), before);
}

/** Puts another account in one place of an instruction. */
export function place(instruction: FullInstruction, index: number, address: Address): FullInstruction {
  const accounts = instruction.accounts.map((account, at) =>
    at === index ? { address, role: AccountRole.WRITABLE } : account,
  );
  return { ...instruction, accounts };
}
