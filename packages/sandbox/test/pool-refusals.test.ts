import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { StakeAuthorize } from '@solana-program/stake';
import {
  findFailedProgram,
  getCleanupRemovedValidatorEntriesInstruction,
  getUpdateStakePoolBalanceInstruction,
  getUpdateValidatorListBalanceInstruction,
  type StakePool,
  type ValidatorStakeInfo,
} from '@staking-agent/chain/stake-pool';
import { createDeterministicKey } from '../src/ledger/seed/deterministic-key.ts';
import type { TransactionError } from '../src/ledger/transaction-error.ts';
import { depositSol, depositStake, STAKE_RENT, stakeAt, withdrawSol, withdrawStake } from './pool-steps.ts';
import { IMPLEMENTATIONS, type PoolTest, startPoolWorld } from './start-pool-world.ts';
import { DEPLOYMENT, SOL } from './start-world.ts';

const STRANGER = createDeterministicKey('stranger').address;
const PROGRAM = { pool: 'SPoo1Ku8', token: 'Tokenkeg', stake: 'Stake111', system: '11111111' };
const SYSVAR_RENT = 'SysvarRent111111111111111111111111111111111' as Address;

/** What is tried, and what comes of it: nothing, a custom code and who raised it, or another error. */
type Case = {
  readonly pool?: Partial<StakePool>;
  readonly entry?: Partial<ValidatorStakeInfo>;
  /** The wallet, its stake account and its token account, all made by the pool before the change. */
  build(
    test: PoolTest,
    wallet: Address,
    stake: Address,
  ): Promise<readonly Instruction[]> | readonly Instruction[];
  readonly error: readonly [number, keyof typeof PROGRAM] | string | undefined;
  /** Index of the instruction that fails; the last one unless said otherwise. */
  readonly at?: number;
  /** What release 1.0.0 answers instead. */
  readonly down?: Case['error'];
};

const swap =
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

const depositSolWith =
  (index: number, by: Address): Case['build'] =>
  async (test, wallet) =>
    swap(index, by)(await depositSol(test, wallet, SOL));
const withdrawSolWith =
  (index: number, by: Address): Case['build'] =>
  async (test, wallet) =>
    swap(index, by)(await withdrawSol(test, wallet, SOL));
const depositStakeWith =
  (index: number, by: Address): Case['build'] =>
  async (test, wallet, stake) =>
    swap(index, by)(await depositStake(test, wallet, stake));
const withdrawStakeWith =
  (index: number, by: Address): Case['build'] =>
  async (test, wallet) =>
    swap(index, by)(await withdrawStake(test, wallet, 2n * SOL));

const CASES: Readonly<Record<string, Case>> = {
  'DepositSol: as it should be': { build: async (t, w) => [await depositSol(t, w, SOL)], error: undefined },
  'DepositSol: pool of another program': { build: depositSolWith(0, STRANGER), error: 'IncorrectProgramId' },
  'DepositSol: validator list in the place of the pool': {
    build: async (t, w) => swap(0, t.world.validatorList)(await depositSol(t, w, SOL)),
    error: [2, 'pool'],
  },
  'DepositSol: wrong withdraw authority': { build: depositSolWith(1, STRANGER), error: [1, 'pool'] },
  'DepositSol: wrong reserve': { build: depositSolWith(2, STRANGER), error: [1, 'pool'] },
  'DepositSol: destination does not exist': {
    build: depositSolWith(4, STRANGER),
    error: 'InvalidAccountData',
  },
  'DepositSol: wrong manager fee account': { build: depositSolWith(5, STRANGER), error: [9, 'pool'] },
  'DepositSol: wrong mint': { build: depositSolWith(7, DEPLOYMENT.usdcMint), error: [10, 'pool'] },
  'DepositSol: wrong system program': { build: depositSolWith(8, STRANGER), error: 'IncorrectProgramId' },
  'DepositSol: wrong token program': { build: depositSolWith(9, STRANGER), error: 'IncorrectProgramId' },
  'DepositSol: nothing': { build: async (t, w) => [await depositSol(t, w, 0n)], error: [29, 'pool'] },
  'DepositSol: less than a token unit': {
    build: async (t, w) => [await depositSol(t, w, 1n)],
    error: [29, 'pool'],
  },
  'DepositSol: more than the wallet has': {
    build: async (t, w) => [await depositSol(t, w, 100_000n * SOL)],
    error: [1, 'system'],
  },
  'DepositSol: below the minimum': {
    build: async (t, w) => [await depositSol(t, w, SOL, { minimumPoolTokens: SOL })],
    error: [39, 'pool'],
  },
  'DepositSol: authority demanded and not given': {
    pool: { solDepositAuthority: STRANGER },
    build: async (t, w) => [await depositSol(t, w, SOL)],
    error: 'NotEnoughAccountKeys',
  },
  'DepositSol: another authority signs': {
    pool: { solDepositAuthority: STRANGER },
    build: async (t, w) => [await depositSol(t, w, SOL, { solDepositAuthority: createNoopSigner(w) })],
    error: [31, 'pool'],
  },
  'DepositSol: the authority does not sign': {
    pool: { solDepositAuthority: STRANGER },
    build: async (t, w) =>
      swap(10, STRANGER)(await depositSol(t, w, SOL, { solDepositAuthority: createNoopSigner(w) })),
    error: [7, 'pool'],
  },
  'DepositSol: the authority signs': {
    pool: { solDepositAuthority: STRANGER },
    build: async (t, w) => [await depositSol(t, w, SOL, { solDepositAuthority: createNoopSigner(STRANGER) })],
    error: undefined,
  },
  'DepositSol: a fee over one whole': {
    pool: { solDepositFee: { denominator: 1n, numerator: 2n } },
    build: async (t, w) => [await depositSol(t, w, SOL)],
    error: [3, 'pool'],
  },
  'DepositSol: too few accounts': {
    build: async (t, w) => {
      const instruction = await depositSol(t, w, SOL);
      return [{ ...instruction, accounts: instruction.accounts?.slice(0, 9) ?? [] }];
    },
    error: 'NotEnoughAccountKeys',
  },
  'DepositSol: data cut short': {
    build: async (t, w) => {
      const instruction = await depositSol(t, w, SOL);
      return [{ ...instruction, data: instruction.data?.slice(0, 5) ?? new Uint8Array() }];
    },
    error: 'BorshIoError',
  },
  'WithdrawSol: as it should be': { build: async (t, w) => [await withdrawSol(t, w, SOL)], error: undefined },
  'WithdrawSol: nothing': { build: async (t, w) => [await withdrawSol(t, w, 0n)], error: [28, 'pool'] },
  'WithdrawSol: one unit is worth a lamport, and its fee a unit': {
    build: async (t, w) => [await withdrawSol(t, w, 1n)],
    error: [28, 'pool'],
    down: undefined,
  },
  'WithdrawSol: more tokens than owned': {
    build: async (t, w) => [await withdrawSol(t, w, 100n * SOL)],
    error: [1, 'token'],
  },
  'WithdrawSol: more than the reserve holds': {
    build: async (t, w) => [await withdrawSol(t, w, 10_000n * SOL)],
    error: [35, 'pool'],
  },
  'WithdrawSol: below the minimum': {
    build: async (t, w) => [await withdrawSol(t, w, SOL, { minimumLamports: 2n * SOL })],
    error: [39, 'pool'],
  },
  'WithdrawSol: somebody else signs': {
    build: async (t, w) => [await withdrawSol(t, w, SOL, { tokenOwner: createNoopSigner(STRANGER) })],
    error: [4, 'token'],
  },
  'WithdrawSol: wrong withdraw authority': { build: withdrawSolWith(1, STRANGER), error: [1, 'pool'] },
  'WithdrawSol: wrong reserve': { build: withdrawSolWith(4, STRANGER), error: [1, 'pool'] },
  'WithdrawSol: wrong manager fee account': { build: withdrawSolWith(6, STRANGER), error: [9, 'pool'] },
  'WithdrawSol: wrong stake program': { build: withdrawSolWith(10, STRANGER), error: 'IncorrectProgramId' },
  'WithdrawSol: authority demanded and not given': {
    pool: { solWithdrawAuthority: STRANGER },
    build: async (t, w) => [await withdrawSol(t, w, SOL)],
    error: 'NotEnoughAccountKeys',
  },
  'WithdrawSol: another authority signs': {
    pool: { solWithdrawAuthority: STRANGER },
    build: async (t, w) => [await withdrawSol(t, w, SOL, { solWithdrawAuthority: createNoopSigner(w) })],
    error: [34, 'pool'],
  },
  'WithdrawSol: the receiver may be anybody': {
    build: async (t, w) => [await withdrawSol(t, w, SOL, { lamportReceiver: STRANGER })],
    error: undefined,
  },
  'DepositStake: as it should be': { build: (t, w, s) => depositStake(t, w, s), error: undefined },
  'DepositStake: the withdrawer alone is enough': {
    build: (t, w, s) => depositStake(t, w, s, { kinds: [StakeAuthorize.Withdrawer] }),
    error: undefined,
  },
  'DepositStake: the staker alone is not': {
    build: (t, w, s) => depositStake(t, w, s, { kinds: [StakeAuthorize.Staker] }),
    error: 'MissingRequiredSignature',
  },
  'DepositStake: nothing handed over': {
    build: async (t, w, s) => (await depositStake(t, w, s)).slice(-1),
    error: 'MissingRequiredSignature',
  },
  'DepositStake: below the minimum': {
    build: (t, w, s) => depositStake(t, w, s, { minimumPoolTokens: 100n * SOL }),
    error: [39, 'pool'],
  },
  'DepositStake: another validator preferred': {
    pool: { preferredDepositValidator: STRANGER },
    build: (t, w, s) => depositStake(t, w, s),
    error: [24, 'pool'],
  },
  'DepositStake: validator on its way out': {
    entry: { status: 'DeactivatingValidator' },
    build: (t, w, s) => depositStake(t, w, s),
    error: [14, 'pool'],
  },
  'DepositStake: validator not in the list': {
    entry: { voteAccount: STRANGER },
    build: (t, w, s) => depositStake(t, w, s),
    error: [14, 'pool'],
  },
  'DepositStake: validator stake of another seed': {
    entry: { validatorSeedSuffix: 1 },
    build: (t, w, s) => depositStake(t, w, s),
    error: [15, 'pool'],
  },
  'DepositStake: wrong validator list': { build: depositStakeWith(1, STRANGER), error: [8, 'pool'] },
  'DepositStake: wrong deposit authority': { build: depositStakeWith(2, STRANGER), error: [30, 'pool'] },
  'DepositStake: wrong withdraw authority': { build: depositStakeWith(3, STRANGER), error: [1, 'pool'] },
  'DepositStake: wrong reserve': { build: depositStakeWith(6, STRANGER), error: [1, 'pool'] },
  'DepositStake: wrong clock': { build: depositStakeWith(11, SYSVAR_RENT), error: 'InvalidArgument' },
  'DepositStake: into a token account that does not exist': {
    build: depositStakeWith(7, STRANGER),
    error: 'InvalidAccountData',
  },
  'WithdrawStake: as it should be': { build: (t, w) => withdrawStake(t, w, 2n * SOL), error: undefined },
  'WithdrawStake: less than the minimum delegation': {
    build: (t, w) => withdrawStake(t, w, SOL / 2n),
    error: [12, 'stake'],
  },
  'WithdrawStake: nothing': { build: (t, w) => withdrawStake(t, w, 0n), error: [28, 'pool'] },
  'WithdrawStake: below the minimum': {
    build: (t, w) => withdrawStake(t, w, 2n * SOL, { minimumLamports: 9n * SOL }),
    error: [39, 'pool'],
  },
  'WithdrawStake: more tokens than owned': {
    build: (t, w) => withdrawStake(t, w, 100n * SOL),
    error: [1, 'token'],
  },
  'WithdrawStake: more than the validator may give': {
    build: (t, w) => withdrawStake(t, w, 112_200n * SOL),
    error: [23, 'pool'],
  },
  'WithdrawStake: out of the reserve while there is stake': {
    build: (t, w) => withdrawStake(t, w, 2n * SOL, { stakeToSplit: t.world.reserveStake }),
    error: [23, 'pool'],
  },
  'WithdrawStake: out of somebody’s account': {
    build: (t, w, s) => withdrawStake(t, w, 2n * SOL, { stakeToSplit: s }),
    error: [15, 'pool'],
  },
  'WithdrawStake: out of no stake account': {
    build: (t, w) => withdrawStake(t, w, 2n * SOL, { stakeToSplit: t.world.poolMint }),
    error: 'BorshIoError',
  },
  'WithdrawStake: validator on its way out': {
    entry: { status: 'DeactivatingValidator' },
    build: (t, w) => withdrawStake(t, w, 2n * SOL),
    error: [14, 'pool'],
  },
  'WithdrawStake: the new account does not exist': {
    build: async (t, w) => (await withdrawStake(t, w, 2n * SOL)).slice(-1),
    error: 'InvalidAccountOwner',
  },
  'WithdrawStake: wrong validator list': { build: withdrawStakeWith(1, STRANGER), error: [8, 'pool'] },
  'WithdrawStake: wrong withdraw authority': { build: withdrawStakeWith(2, STRANGER), error: [1, 'pool'] },
  'WithdrawStake: wrong manager fee account': { build: withdrawStakeWith(8, STRANGER), error: [9, 'pool'] },
  'WithdrawStake: wrong mint': { build: withdrawStakeWith(9, DEPLOYMENT.usdcMint), error: [10, 'pool'] },
  'WithdrawStake: wrong clock': { build: withdrawStakeWith(10, SYSVAR_RENT), error: 'InvalidArgument' },
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
    build: (t) => [getUpdateStakePoolBalanceInstruction(t.world)],
    error: [16, 'pool'],
  },
  'UpdateStakePoolBalance: wrong list': {
    build: (t) => swap(2, STRANGER)(getUpdateStakePoolBalanceInstruction(t.world)),
    error: [8, 'pool'],
  },
  'Cleanup: wrong list': {
    build: (t) => swap(1, STRANGER)(getCleanupRemovedValidatorEntriesInstruction(t.world)),
    error: [8, 'pool'],
  },
  'Cleanup: the pool read-only': {
    build: (t) => {
      const instruction = getCleanupRemovedValidatorEntriesInstruction(t.world);
      const [pool, list] = instruction.accounts;
      assert.ok(pool && list);
      return [{ ...instruction, accounts: [{ ...pool, role: AccountRole.READONLY }, list] }];
    },
    error: undefined,
  },
  'no such instruction': {
    build: async (t, w) => [{ ...(await depositSol(t, w, SOL)), data: Uint8Array.of(99) }],
    error: 'BorshIoError',
  },
};

for (const { name, directory, skip } of IMPLEMENTATIONS) {
  describe(`what the stake pool refuses, ${name}`, { skip }, () => {
    for (const [title, each] of Object.entries(CASES)) {
      test(title, async (t) => {
        const world = await startPoolWorld(t, directory);
        const wallet = await world.createWallet(50n * SOL);
        const stake = await stakeAt(wallet.address, 'mine');
        await world.send(wallet, await withdrawStake(world, wallet.address, 3n * SOL, { seed: 'mine' }));
        assert.ok(world.lamports(stake) > STAKE_RENT);
        if (each.pool) world.setPool(each.pool);
        const { entry } = each;
        if (entry) {
          world.setList((list) => ({
            ...list,
            validators: list.validators.map((known) => ({ ...known, ...entry })),
          }));
        }
        const instructions = await each.build(world, wallet.address, stake);

        const { err, logs } = world.simulate(wallet.address, instructions);

        const isDown = world.ledger.feeRounding === 'down' && 'down' in each;
        const error = isDown ? each.down : each.error;
        const at = each.at ?? instructions.length - 1;
        assert.deepEqual(err, toError(error, at), logs.join('\n'));
        if (typeof error !== 'object') return;
        assert.ok(findFailedProgram(logs)?.programAddress.startsWith(PROGRAM[error[1]]), logs.join('\n'));
      });
    }
  });
}

function toError(error: Case['error'], at: number): TransactionError | null {
  if (error === undefined) return null;
  return { InstructionError: [at, typeof error === 'string' ? error : { Custom: error[0] }] };
}

function updateList({ world }: PoolTest, startIndex = 0) {
  const { validatorStake, transientStake } = world;
  const stakes = [{ validatorStake, transientStake }];
  return getUpdateValidatorListBalanceInstruction({ ...world, startIndex, noMerge: false, stakes });
}
