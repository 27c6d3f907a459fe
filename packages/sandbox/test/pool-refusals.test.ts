import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit';
import { StakeAuthorize } from '@solana-program/stake';
import {
  getUpdateStakePoolBalanceInstruction,
  getUpdateValidatorListBalanceInstruction,
  type StakePool,
  type ValidatorStakeInfo,
} from '@staking-agent/chain/stake-pool';
import type { TransactionError } from '../src/vm/transaction-error.ts';
import { createDeterministicKey } from '../src/world/accounts.ts';
import { cutAccounts, withAccount, withData } from './edit-instruction.ts';
import { listImplementations } from './implementations.ts';
import { depositSol, depositStake, STAKE_RENT, stakeAt, withdrawSol, withdrawStake } from './pool-steps.ts';
import { shareWorld } from './share-world.ts';
import { type PoolSandbox, startPoolSandbox } from './start-pool-sandbox.ts';
import { DEPLOYMENT, POOL_PROGRAM, SOL } from './start-test-sandbox.ts';

const STRANGER = createDeterministicKey('stranger').address;
const PROGRAMS: Readonly<Record<string, string>> = {
  pool: 'SP12tWFx',
  token: 'Tokenkeg',
  stake: 'Stake111',
  system: '11111111',
};
const SYSVAR_RENT = 'SysvarRent111111111111111111111111111111111' as Address;

type Made = Instruction | readonly Instruction[];
/** Makes what a wallet tries that has a stake account, made by the pool before the change. */
type Make = (test: PoolSandbox, wallet: Address, stake: Address) => Promise<Made> | Made;

/** A title, what comes of it (`lands`, an error, or a program and its code), what is tried, and after which change. */
type Case = readonly [
  title: string,
  outcome: string,
  make: Make,
  change?: {
    readonly pool?: Partial<StakePool>;
    readonly entry?: Partial<ValidatorStakeInfo>;
    /** What release 1.0.0 answers instead. */
    readonly down?: string;
  },
];

/** Changes the last instruction. */
const edit =
  (make: Make, change: (instruction: Instruction) => Instruction): Make =>
  async (test, wallet, stake) => {
    const all = [await make(test, wallet, stake)].flat() as Instruction[];
    return all.map((instruction, at) => (at === all.length - 1 ? change(instruction) : instruction));
  };
/** Puts another account in a place, which signs nothing. */
const swap = (make: Make, index: number, by: Address): Make =>
  edit(make, (instruction) => {
    const role = (instruction.accounts?.[index]?.role ?? 0) & AccountRole.WRITABLE;
    return withAccount(instruction, index, by, role);
  });
const cut = (make: Make, end: number): Make => edit(make, (instruction) => cutAccounts(instruction, end));
const changed = (make: Make, data: (own: Uint8Array) => Uint8Array): Make =>
  edit(make, (instruction) => withData(instruction, data));

const put =
  (lamports: bigint, change: object = {}): Make =>
  (t, w) =>
    depositSol(t, w, lamports, change);
const take =
  (tokens: bigint, change: object = {}): Make =>
  (t, w) =>
    withdrawSol(t, w, tokens, change);
const give =
  (change: object = {}): Make =>
  (t, w, s) =>
    depositStake(t, w, s, change);
const split =
  (tokens: bigint, change: object = {}): Make =>
  (t, w) =>
    withdrawStake(t, w, tokens, change);
const updateList =
  (startIndex = 0): Make =>
  ({ world }) =>
    getUpdateValidatorListBalanceInstruction(
      { ...world, startIndex, noMerge: false, stakes: [world.validatorStake, world.transientStake] },
      POOL_PROGRAM,
    );
const updatePool: Make = ({ world }) => getUpdateStakePoolBalanceInstruction(world, POOL_PROGRAM);

const signedBy = (name: string, address: Address) => ({ [name]: createNoopSigner(address) });
const DEMANDED = { pool: { solDepositAuthority: STRANGER } };

const CASES: readonly Case[] = [
  ['DepositSol: as it should be', 'lands', put(SOL)],
  ['DepositSol: pool of another program', 'IncorrectProgramId', swap(put(SOL), 0, STRANGER)],
  [
    'DepositSol: validator list as pool',
    'pool 2',
    (t, ...of) => swap(put(SOL), 0, t.world.validatorList)(t, ...of),
  ],
  ['DepositSol: wrong withdraw authority', 'pool 1', swap(put(SOL), 1, STRANGER)],
  ['DepositSol: wrong reserve', 'pool 1', swap(put(SOL), 2, STRANGER)],
  ['DepositSol: destination does not exist', 'InvalidAccountData', swap(put(SOL), 4, STRANGER)],
  ['DepositSol: wrong manager fee account', 'pool 9', swap(put(SOL), 5, STRANGER)],
  ['DepositSol: wrong mint', 'pool 10', swap(put(SOL), 7, DEPLOYMENT.usdcMint)],
  ['DepositSol: wrong system program', 'IncorrectProgramId', swap(put(SOL), 8, STRANGER)],
  ['DepositSol: wrong token program', 'IncorrectProgramId', swap(put(SOL), 9, STRANGER)],
  ['DepositSol: nothing', 'pool 29', put(0n)],
  ['DepositSol: less than a token unit', 'pool 29', put(1n)],
  ['DepositSol: more than the wallet has', 'system 1', put(100_000n * SOL)],
  ['DepositSol: below the minimum', 'pool 39', put(SOL, { minimumPoolTokens: SOL })],
  ['DepositSol: authority demanded and not given', 'NotEnoughAccountKeys', put(SOL), DEMANDED],
  [
    'DepositSol: another authority signs',
    'pool 31',
    (t, w) => depositSol(t, w, SOL, signedBy('solDepositAuthority', w)),
    DEMANDED,
  ],
  [
    'DepositSol: the authority does not sign',
    'pool 7',
    swap((t, w) => depositSol(t, w, SOL, signedBy('solDepositAuthority', w)), 10, STRANGER),
    DEMANDED,
  ],
  ['DepositSol: the authority signs', 'lands', put(SOL, signedBy('solDepositAuthority', STRANGER)), DEMANDED],
  [
    'DepositSol: a fee over one whole',
    'pool 3',
    put(SOL),
    { pool: { solDepositFee: { denominator: 1n, numerator: 2n } } },
  ],
  ['DepositSol: too few accounts', 'NotEnoughAccountKeys', cut(put(SOL), 9)],
  ['DepositSol: data cut short', 'BorshIoError', changed(put(SOL), (data) => data.slice(0, 5))],
  ['WithdrawSol: as it should be', 'lands', take(SOL)],
  ['WithdrawSol: nothing', 'pool 28', take(0n)],
  ['WithdrawSol: one unit is worth a lamport, and its fee a unit', 'pool 28', take(1n), { down: 'lands' }],
  ['WithdrawSol: more tokens than owned', 'token 1', take(100n * SOL)],
  ['WithdrawSol: more than the reserve holds', 'pool 35', take(10_000n * SOL)],
  ['WithdrawSol: below the minimum', 'pool 39', take(SOL, { minimumLamports: 2n * SOL })],
  ['WithdrawSol: somebody else signs', 'token 4', take(SOL, signedBy('tokenOwner', STRANGER))],
  ['WithdrawSol: wrong stake program', 'IncorrectProgramId', swap(take(SOL), 10, STRANGER)],
  [
    'WithdrawSol: another authority signs',
    'pool 34',
    (t, w) => withdrawSol(t, w, SOL, signedBy('solWithdrawAuthority', w)),
    { pool: { solWithdrawAuthority: STRANGER } },
  ],
  ['WithdrawSol: the receiver may be anybody', 'lands', take(SOL, { lamportReceiver: STRANGER })],
  ['DepositStake: as it should be', 'lands', give()],
  ['DepositStake: the withdrawer alone is enough', 'lands', give({ kinds: [StakeAuthorize.Withdrawer] })],
  [
    'DepositStake: the staker alone is not',
    'MissingRequiredSignature',
    give({ kinds: [StakeAuthorize.Staker] }),
  ],
  ['DepositStake: nothing handed over', 'MissingRequiredSignature', give({ kinds: [] })],
  ['DepositStake: below the minimum', 'pool 39', give({ minimumPoolTokens: 100n * SOL })],
  [
    'DepositStake: another validator preferred',
    'pool 24',
    give(),
    { pool: { preferredDepositValidator: STRANGER } },
  ],
  [
    'DepositStake: validator on its way out',
    'pool 14',
    give(),
    { entry: { status: 'DeactivatingValidator' } },
  ],
  ['DepositStake: validator not in the list', 'pool 14', give(), { entry: { voteAccount: STRANGER } }],
  ['DepositStake: validator stake of another seed', 'pool 15', give(), { entry: { validatorSeedSuffix: 1 } }],
  ['DepositStake: wrong validator list', 'pool 8', swap(give(), 1, STRANGER)],
  ['DepositStake: wrong deposit authority', 'pool 30', swap(give(), 2, STRANGER)],
  ['DepositStake: wrong clock', 'InvalidArgument', swap(give(), 11, SYSVAR_RENT)],
  ['DepositStake: into a token account that does not exist', 'InvalidAccountData', swap(give(), 7, STRANGER)],
  ['WithdrawStake: as it should be', 'lands', split(2n * SOL)],
  ['WithdrawStake: less than the minimum delegation', 'stake 12', split(SOL / 2n)],
  ['WithdrawStake: nothing', 'pool 28', split(0n)],
  ['WithdrawStake: below the minimum', 'pool 39', split(2n * SOL, { minimumLamports: 9n * SOL })],
  ['WithdrawStake: more tokens than owned', 'token 1', split(100n * SOL)],
  ['WithdrawStake: more than the validator may give', 'pool 23', split(112_200n * SOL)],
  [
    'WithdrawStake: out of the reserve while there is stake',
    'pool 23',
    (t, w) => withdrawStake(t, w, 2n * SOL, { stakeToSplit: t.world.reserveStake }),
  ],
  [
    'WithdrawStake: out of somebody’s account',
    'pool 15',
    (t, w, s) => withdrawStake(t, w, 2n * SOL, { stakeToSplit: s }),
  ],
  [
    'WithdrawStake: out of no stake account',
    'BorshIoError',
    (t, w) => withdrawStake(t, w, 2n * SOL, { stakeToSplit: t.world.poolMint }),
  ],
  [
    'WithdrawStake: validator on its way out',
    'pool 14',
    split(2n * SOL),
    { entry: { status: 'DeactivatingValidator' } },
  ],
  [
    'WithdrawStake: the new account does not exist',
    'InvalidAccountOwner',
    async (t, w) => (await withdrawStake(t, w, 2n * SOL)).slice(-1),
  ],
  ['UpdateValidatorListBalance: an odd number of accounts', 'pool 20', cut(updateList(), -1)],
  ['UpdateValidatorListBalance: past the end', 'AccountDataTooSmall', updateList(1)],
  ['UpdateValidatorListBalance: nothing given', 'lands', cut(updateList(), -2)],
  ['UpdateStakePoolBalance: an entry is stale', 'pool 16', updatePool, { entry: { lastUpdateEpoch: 1n } }],
  ['no such instruction', 'BorshIoError', changed(put(SOL), () => Uint8Array.of(99))],
];

for (const { name, directory, skip } of listImplementations('spl_stake_pool.so')) {
  describe(`what the stake pool refuses, ${name}`, { skip }, () => {
    const getScene = shareWorld(async (t) => {
      const world = await startPoolSandbox(t, directory);
      const { address: wallet } = await prepareWallet(world);
      return { world, wallet, stake: await stakeAt(wallet, 'mine') };
    });
    for (const [title, outcome, make, change = {}] of CASES) {
      // Nothing is sent: cases are simulated.
      test(title, async () => {
        const { world, wallet, stake } = getScene();
        const { pool, entry, down = outcome } = change;
        if (pool) world.setPool(pool);
        if (entry) {
          const changed = (known: ValidatorStakeInfo) => ({ ...known, ...entry });
          world.setList((list) => ({ ...list, validators: list.validators.map(changed) }));
        }
        const instructions = [await make(world, wallet, stake)].flat() as Instruction[];

        const { err, logs } = world.simulate(wallet, instructions);

        const expected = world.ledger.feeRounding === 'down' ? down : outcome;
        const [, program, code] = /^(\w+) (\d+)$/.exec(expected) ?? [];
        assert.deepEqual(err, toError(expected, code, instructions.length - 1), logs.join('\n'));
        if (program === undefined) return;
        // What a program prints itself comes with "Program log: " in front; the innermost is the first to be logged.
        const [failed = ''] = logs.flatMap((line) => /^Program (\w{32,44}) failed: /.exec(line)?.[1] ?? []);
        assert.ok(failed.startsWith(PROGRAMS[program] ?? program), logs.join('\n'));
      });
    }
  });
}

async function prepareWallet(world: PoolSandbox) {
  const wallet = await world.createWallet(50n * SOL);
  await world.send(wallet, await withdrawStake(world, wallet.address, 3n * SOL, { seed: 'mine' }));
  assert.ok(world.lamports(await stakeAt(wallet.address, 'mine')) > STAKE_RENT);
  return wallet;
}

function toError(outcome: string, code: string | undefined, at: number): TransactionError | null {
  if (outcome === 'lands') return null;
  return { InstructionError: [at, code === undefined ? outcome : { Custom: Number(code) }] };
}
