import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AccountRole, type Address, type Instruction } from '@solana/kit';
import type { StakePool, ValidatorStakeInfo } from '@staking-agent/chain/stake-pool';
import { findFailedProgram } from '../../chain/test/failed-program.ts';
import type { TransactionError } from '../src/vm/transaction-error.ts';
import { createDeterministicKey } from '../src/world/accounts.ts';
import { STAKE_RENT, stakeAt, withdrawStake } from './pool-steps.ts';
import { shareWorld } from './share-world.ts';
import { IMPLEMENTATIONS, type PoolSandbox, startPoolSandbox } from './start-pool-sandbox.ts';
import { SOL } from './start-test-sandbox.ts';

export const STRANGER = createDeterministicKey('stranger').address;
const PROGRAM = { pool: 'SP12tWFx', token: 'Tokenkeg', stake: 'Stake111', system: '11111111' };
export const SYSVAR_RENT = 'SysvarRent111111111111111111111111111111111' as Address;

/** What is tried, and what comes of it: nothing, a custom code and who raised it, or another error. */
export type Case = {
  readonly pool?: Partial<StakePool>;
  readonly entry?: Partial<ValidatorStakeInfo>;
  /** The wallet, its stake account and its token account, all made by the pool before the change. */
  build(
    test: PoolSandbox,
    wallet: Address,
    stake: Address,
  ): Promise<readonly Instruction[]> | readonly Instruction[];
  readonly error: readonly [number, keyof typeof PROGRAM] | string | undefined;
  /** Index of the instruction that fails; the last one unless said otherwise. */
  readonly at?: number;
  /** What release 1.0.0 answers instead. */
  readonly down?: Case['error'];
};

export const swap =
  (index: number, by: Address) =>
  (instructions: readonly Instruction[] | Instruction): Instruction[] => {
    const all = [instructions].flat() as Instruction[];
    const last = all.at(-1);
    if (last === undefined) return all;
    const accounts = (last.accounts ?? []).map((account, at) =>
      at === index ? { address: by, role: account.role & AccountRole.WRITABLE } : account,
    );
    return [...all.slice(0, -1), { ...last, accounts } as Instruction];
  };

/** Tries each case on each implementation. */
export function testCases(of: string, cases: Readonly<Record<string, Case>>): void {
  for (const { name, directory, skip } of IMPLEMENTATIONS) {
    describe(`what the stake pool refuses ${of}, ${name}`, { skip }, () => {
      const getScene = shareWorld((t) => prepare(t, directory));
      for (const [title, each] of Object.entries(cases)) test(title, () => tryCase(getScene(), each));
    });
  }
}

type Scene = { readonly world: PoolSandbox; readonly wallet: Address; readonly stake: Address };

async function prepare(t: Parameters<typeof startPoolSandbox>[0], directory?: string): Promise<Scene> {
  const world = await startPoolSandbox(t, directory);
  const wallet = await world.createWallet(50n * SOL);
  const stake = await stakeAt(wallet.address, 'mine');
  await world.send(wallet, await withdrawStake(world, wallet.address, 3n * SOL, { seed: 'mine' }));
  assert.ok(world.lamports(stake) > STAKE_RENT);
  return { world, wallet: wallet.address, stake };
}

// Nothing is sent: cases are simulated.
async function tryCase({ world, wallet, stake }: Scene, each: Case): Promise<void> {
  if (each.pool) world.setPool(each.pool);
  const { entry } = each;
  if (entry) {
    world.setList((list) => ({
      ...list,
      validators: list.validators.map((known) => ({ ...known, ...entry })),
    }));
  }
  const instructions = await each.build(world, wallet, stake);

  const { err, logs } = world.simulate(wallet, instructions);

  const isDown = world.ledger.feeRounding === 'down' && 'down' in each;
  const error = isDown ? each.down : each.error;
  const at = each.at ?? instructions.length - 1;
  assert.deepEqual(err, toError(error, at), logs.join('\n'));
  if (typeof error !== 'object') return;
  assert.ok(findFailedProgram(logs)?.programAddress.startsWith(PROGRAM[error[1]]), logs.join('\n'));
}

function toError(error: Case['error'], at: number): TransactionError | null {
  if (error === undefined) return null;
  return { InstructionError: [at, typeof error === 'string' ? error : { Custom: error[0] }] };
}
