import type { Address } from '@solana/kit';
import { StakeAuthorize } from '@solana-program/stake';
import { type Case, STRANGER, SYSVAR_RENT, swap, testCases } from './pool-cases.ts';
import { depositStake, withdrawStake } from './pool-steps.ts';
import { DEPLOYMENT, SOL } from './start-test-sandbox.ts';

const depositStakeWith =
  (index: number, by: Address): Case['build'] =>
  async (test, wallet, stake) =>
    swap(index, by)(await depositStake(test, wallet, stake));
const withdrawStakeWith =
  (index: number, by: Address): Case['build'] =>
  async (test, wallet) =>
    swap(index, by)(await withdrawStake(test, wallet, 2n * SOL));

const CASES: Readonly<Record<string, Case>> = {
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
};

testCases('of stake', CASES);
