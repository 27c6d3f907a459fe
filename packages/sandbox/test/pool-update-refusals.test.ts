import {
  getUpdateStakePoolBalanceInstruction,
  getUpdateValidatorListBalanceInstruction,
} from '@staking-agent/chain/stake-pool';
import { type Case, STRANGER, swap, testCases } from './pool-cases.ts';
import { depositSol } from './pool-steps.ts';
import type { PoolSandbox } from './start-pool-sandbox.ts';
import { POOL_PROGRAM, SOL } from './start-test-sandbox.ts';

const CASES: Readonly<Record<string, Case>> = {
  'UpdateValidatorListBalance: an odd number of accounts': {
    build: (t) => {
      const instruction = updateList(t);
      return [{ ...instruction, accounts: instruction.accounts.slice(0, -1) }];
    },
    error: [20, 'pool'],
  },
  'UpdateValidatorListBalance: past the end': {
    build: (t) => [updateList(t, 1)],
    error: 'AccountDataTooSmall',
  },
  'UpdateValidatorListBalance: nothing given': {
    build: (t) => {
      const instruction = updateList(t);
      return [{ ...instruction, accounts: instruction.accounts.slice(0, -2) }];
    },
    error: undefined,
  },
  'UpdateStakePoolBalance: an entry is stale': {
    entry: { lastUpdateEpoch: 1n },
    build: (t) => [getUpdateStakePoolBalanceInstruction(t.world, POOL_PROGRAM)],
    error: [16, 'pool'],
  },
  'UpdateStakePoolBalance: wrong list': {
    build: (t) => swap(2, STRANGER)(getUpdateStakePoolBalanceInstruction(t.world, POOL_PROGRAM)),
    error: [8, 'pool'],
  },
  'no such instruction': {
    build: async (t, w) => [{ ...(await depositSol(t, w, SOL)), data: Uint8Array.of(99) }],
    error: 'BorshIoError',
  },
};

testCases('of updates', CASES);

function updateList({ world }: PoolSandbox, startIndex = 0) {
  const { validatorStake, transientStake } = world;
  const stakes = [validatorStake, transientStake];
  return getUpdateValidatorListBalanceInstruction(
    { ...world, startIndex, noMerge: false, stakes },
    POOL_PROGRAM,
  );
}
