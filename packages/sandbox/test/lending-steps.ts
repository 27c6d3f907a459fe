import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import {
  getLendingAccountRepayInstruction,
  getLendingAccountStartFlashloanInstruction,
  getLendingError,
} from '@staking-agent/chain/lending';
import { TOKEN_PROGRAM_ADDRESS } from '../src/vm/program-addresses.ts';
import type { ExecutionResult } from '../src/vm/transaction-history.ts';
import { withAccount } from './edit-instruction.ts';
import { flashLoan, openLendingAccount } from './leveraged-steps.ts';
import { shareWorld } from './share-world.ts';
import { type LeveragedSandbox, requireOk, startLeveragedSandbox } from './start-leveraged-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

export const NOBODY = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' as Address;
export const AMOUNT = 2_500_000_001n;

/** Where the instructions of a plain loan are. */
export const [START, BORROW, REPAY, END] = [0, 1, 2, 3];

/** Makes the instructions of a wallet. */
export type Make = (world: LeveragedSandbox, wallet: Address) => Instruction[];

/** What is refused at which instruction with what, made how, after what. */
export type Refusal = readonly [
  why: string,
  at: number,
  error: string,
  make: Make,
  before?: (world: LeveragedSandbox, wallet: Address) => void,
];

/** A loan that is taken and repaid. */
export const loan: Make = (world, wallet) => flashLoan(world, wallet, { amount: AMOUNT });

/** A start that names an end. */
export function startAt(world: LeveragedSandbox, wallet: Address, endIndex: bigint): Instruction {
  const marginfiAccount = world.findAccounts(wallet).lending;
  return getLendingAccountStartFlashloanInstruction({
    marginfiAccount,
    authority: createNoopSigner(wallet),
    endIndex,
  });
}

/** Repays a part, not all. */
export function repayOnly(world: LeveragedSandbox, wallet: Address, amount: bigint): Instruction {
  const { group, bank, liquidityVault } = world.leveraged.lending;
  const { sol, lending } = world.findAccounts(wallet);
  return getLendingAccountRepayInstruction({
    group,
    bank,
    liquidityVault,
    marginfiAccount: lending,
    authority: createNoopSigner(wallet),
    signerTokenAccount: sol,
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    amount,
    repayAll: null,
  });
}

/** Puts another account in one place of one instruction. */
export function place(
  make: Make,
  at: number,
  index: number,
  by: (world: LeveragedSandbox) => Address,
  role?: AccountRole,
): Make {
  return (world, wallet) =>
    make(world, wallet).map((instruction, position) =>
      position === at ? withAccount(instruction, index, by(world), role) : instruction,
    );
}

/** Where and with what a transaction was refused. */
export function getRefusal({ err, logs }: ExecutionResult): readonly [at: number, name: string] {
  if (err === null || typeof err !== 'object' || !('InstructionError' in err))
    return [-1, JSON.stringify(err)];
  const [at, cause] = err.InstructionError;
  if (typeof cause === 'string') return [at, cause];
  const name = getLendingError(cause.Custom)?.name ?? `Custom ${cause.Custom}`;
  if (cause.Custom >= 100) {
    const line = `Error Code: ${name}. Error Number: ${cause.Custom}. Error Message: `;
    assert.ok(
      logs.some((each) => each.includes(line)),
      logs.join('\n'),
    );
  }
  return [at, name];
}

/** One test for each refusal, of one world: where, with what, and that nothing has moved. */
export function testRefusals(refusals: readonly Refusal[]): void {
  const getScene = shareWorld(async (t) => {
    const world = await startLeveragedSandbox(t);
    const wallet = await world.createUser(SOL);
    requireOk(await world.send(wallet, [openLendingAccount(world, wallet.address)]));
    return { world, wallet };
  });
  for (const [why, at, error, make, before] of refusals) {
    test(`${why}: ${error}`, async () => {
      const { world, wallet } = getScene();
      const { address } = wallet;
      const { sol, lending } = world.findAccounts(address);
      before?.(world, address);
      const touched = [sol, lending, world.leveraged.lending.bank, world.leveraged.lending.liquidityVault];
      const untouched = touched.map((each) => world.readData(each));

      const outcome = await world.send(wallet, make(world, address));

      assert.deepEqual(getRefusal(outcome), [at, error], outcome.logs.join('\n'));
      assert.deepEqual(
        touched.map((each) => world.readData(each)),
        untouched,
      );
    });
  }
}
