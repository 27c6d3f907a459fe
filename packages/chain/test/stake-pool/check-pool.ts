import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FeeRounding,
  getStakePoolDecoder,
  getStakePoolEncoder,
  type Refusal,
  STAKE_POOL_PROGRAM_ADDRESS,
  type StakePool,
} from '../../src/stake-pool/index.ts';
import { nameAddress, readData, readTokens } from '../ledger-accounts.ts';
import {
  EPOCH,
  openPoolLedger,
  type PoolLedger,
  type PoolSetup,
  STALE_BYTE,
  setEpoch,
  type TransactionResult,
  writePool,
} from './pool-ledger.ts';
import { depositSol, TOKENS, writeUser } from './pool-user.ts';

// The program's own binary is not part of the repository. Where the folder that SANDBOX_PROGRAMS_DIR names holds
// it, the tests beside this file run it and expect of it, byte for byte, what this folder says it does.

// biome-ignore lint/style/noProcessEnv: where the binaries lie is a matter of the machine.
const programs = process.env['SANDBOX_PROGRAMS_DIR'];
const programFile = join(programs ?? '', 'spl_stake_pool.so');

/** Why the tests of the real program cannot run here; false when they can. */
export const skip =
  programs !== undefined && existsSync(programFile)
    ? false
    : 'SANDBOX_PROGRAMS_DIR names no folder with spl_stake_pool.so';

export const SOL = 1_000_000_000n;
export const NO_FEE = { denominator: 0n, numerator: 0n };
export const WHOLE_AND_MORE = { denominator: 1n, numerator: 2n };
export const SOME_AUTHORITY = nameAddress('some authority');

const WAITING = { __kind: 'Two', fee: { denominator: 100n, numerator: 1n } } as const;

/** Every option of a pool set: the longest form of the account. */
export const ALL_OPTIONS: Partial<StakePool> = {
  nextEpochFee: WAITING,
  preferredDepositValidator: nameAddress('vote 0'),
  preferredWithdrawValidator: nameAddress('vote 0'),
  nextStakeWithdrawalFee: WAITING,
  solDepositAuthority: SOME_AUTHORITY,
  solWithdrawAuthority: SOME_AUTHORITY,
  nextSolWithdrawalFee: WAITING,
};

/** Opens a world, and finds out by a fee of a token and a half which way the program in it rounds. */
export async function openRealProgram(): Promise<{ world: PoolLedger; feeRounding: FeeRounding }> {
  const world = await openPoolLedger(programFile, STAKE_POOL_PROGRAM_ADDRESS);
  const half = { denominator: 2n, numerator: 1n };
  await begin(world, { pool: { totalLamports: 1_000n, poolTokenSupply: 1_000n, solDepositFee: half } });
  assert.equal(depositSol(world, { lamports: 3n }), undefined);
  return { world, feeRounding: readTokens(world.svm, TOKENS) === 1n ? 'up' : 'down' };
}

/** Writes the pool and the user afresh. */
export function begin(
  world: PoolLedger,
  setup: PoolSetup = {},
  poolTokens = 0n,
): ReturnType<typeof writePool> {
  setEpoch(world.svm, EPOCH);
  writeUser(world, poolTokens);
  return writePool(world, setup);
}

/** The pool account holds these changes, and no byte after its longest state moved. */
export function assertPool(world: PoolLedger, before: StakePool, changes: Partial<StakePool>): void {
  const data = readData(world.svm, world.addresses.stakePool);
  assert.deepEqual(getStakePoolDecoder().decode(data), { ...before, ...changes });
  const expected = new Uint8Array(data.length).fill(STALE_BYTE);
  getStakePoolEncoder().write(before, expected, 0);
  getStakePoolEncoder().write({ ...before, ...changes }, expected, 0);
  assert.deepEqual(data, expected);
}

/** The program refused as foretold, and that is the `code` the case is about. */
export function assertRefused(
  world: PoolLedger,
  outcome: TransactionResult,
  refusal: Refusal,
  code: number | 'InsufficientFunds' | undefined,
): void {
  const stakeProgram = 'Stake11111111111111111111111111111111111111';
  const program = refusal.by === 'stake' ? stakeProgram : world.config.programAddress;
  assert.ok(outcome, 'The program accepted it.');
  assert.equal(outcome.programAddress, program, outcome.line);
  if ('code' in refusal) assert.equal(outcome.customCode, refusal.code, outcome.line);
  else assert.match(outcome.line, /insufficient funds/i);
  assert.equal('code' in refusal ? refusal.code : refusal.error, code);
}

/** Turns a case's wish for a minimum into lamports or tokens, given what comes out without one. */
export function resolveMinimum(
  wish: 'exact' | 'one more' | undefined,
  result: () => bigint,
): bigint | undefined {
  if (wish === undefined) return undefined;
  return wish === 'exact' ? result() : result() + 1n;
}
