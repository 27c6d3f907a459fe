import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import {
  nameAddress,
  readData,
  readDelegation,
  readLamports,
  readSupply,
  readTokens,
  STAKE_RENT,
  setData,
  setStake,
} from '../../test/ledger-accounts.ts';
import {
  ALL_OPTIONS,
  assertPool,
  assertRefused,
  begin,
  NO_FEE,
  openRealProgram,
  resolveMinimum,
  SOL,
  skip,
  WHOLE_AND_MORE,
} from '../../test/stake-pool/check-pool.ts';
import {
  EPOCH,
  type LedgerValidator,
  MINIMUM_DELEGATION,
  type PoolLedger,
  type PoolSetup,
} from '../../test/stake-pool/pool-ledger.ts';
import * as user from '../../test/stake-pool/pool-user.ts';
import {
  type FeeRounding,
  getValidatorListDecoder,
  previewWithdrawStake,
  type StakePool,
  type StakeToSplit,
} from './index.ts';

const VOTE = nameAddress('vote 0');
const OTHER_VOTE = nameAddress('vote 1');
const STRANGE_VOTE = nameAddress('vote of no pool');
const UNLISTED = { validatorSeedSuffix: 0, transientSeedSuffix: 0n };

/** What must remain in a stake account that is split. */
const REQUIRED = STAKE_RENT + MINIMUM_DELEGATION;
/** One token is two lamports, so the tolerance is two; no fee, so that amounts come out as wished. */
const PRICE: Partial<StakePool> = {
  totalLamports: 1_000n * SOL,
  poolTokenSupply: 500n * SOL,
  stakeWithdrawalFee: NO_FEE,
};
/** An entry counts as withdrawable above this. */
const THRESHOLD = REQUIRED + 2n;

function priced(validators: readonly LedgerValidator[], pool: Partial<StakePool> = {}): PoolSetup {
  return { validators, pool: { ...PRICE, ...pool } };
}

const least = [{ activeStakeLamports: THRESHOLD }];
const preferring = { preferredWithdrawValidator: OTHER_VOTE };

suite('withdrawals of stake agree with the real program', { skip }, () => {
  let world: PoolLedger;
  let feeRounding: FeeRounding;

  before(async () => {
    ({ world, feeRounding } = await openRealProgram());
  });

  type Case = {
    setup?: PoolSetup;
    from?: StakeToSplit['account'];
    vote?: 'strange';
    /** Pool tokens given back, in base units. */
    poolTokens?: bigint;
    minimum?: 'exact' | 'one more';
    feeWaived?: boolean;
    refused?: number | 'InsufficientFunds' | { down?: 'InsufficientFunds'; up: number };
  };
  const cases: Record<string, Case> = {
    'an amount that does not divide': { poolTokens: 3_234_567_891n },
    'every option of the pool set': { setup: { pool: ALL_OPTIONS } },
    'a validator with a seed': {
      setup: { validators: [{ activeStakeLamports: 50n * SOL, validatorSeedSuffix: 9 }] },
    },
    'a manager fee account that is gone': { feeWaived: true },
    'exactly the minimum': { minimum: 'exact' },
    'one below the minimum': { minimum: 'one more', refused: 39 },
    'nothing, and a minimum': { poolTokens: 0n, minimum: 'one more', refused: 28 },
    'a stale pool': { setup: { pool: { lastUpdateEpoch: EPOCH - 1n } }, refused: 17 },
    'a fee over one whole': { setup: { pool: { stakeWithdrawalFee: WHOLE_AND_MORE } }, refused: 3 },
    'less than the minimum delegation': { poolTokens: SOL / 2n, refused: 12 },
    'exactly the minimum delegation': {
      setup: priced([{ activeStakeLamports: 9n * SOL }]),
      poolTokens: SOL / 2n,
    },
    'leaves what must remain': {
      setup: priced([{ activeStakeLamports: REQUIRED + 4n * SOL }]),
      poolTokens: 2n * SOL,
    },
    'leaves one lamport less': {
      setup: priced([{ activeStakeLamports: REQUIRED + 4n * SOL - 1n }]),
      poolTokens: 2n * SOL,
      refused: 23,
    },
    'another validator is preferred': {
      setup: priced([{ activeStakeLamports: 9n * SOL }, { activeStakeLamports: THRESHOLD + 1n }], preferring),
      refused: 25,
    },
    'another validator is preferred and at the limit': {
      setup: priced([{ activeStakeLamports: 9n * SOL }, { activeStakeLamports: THRESHOLD }], preferring),
    },
    'a validator on its way out': {
      setup: priced([{ activeStakeLamports: 9n * SOL, status: 'DeactivatingAll' }]),
      refused: 14,
    },
    'a validator outside the list': { vote: 'strange', refused: 14 },
    'the reserve, while a validator has stake': { from: 'reserve', refused: 23 },
    'the reserve, when no validator has': { setup: priced(least), from: 'reserve', poolTokens: SOL },
    'the reserve, less than the minimum delegation': {
      setup: priced(least),
      from: 'reserve',
      poolTokens: 7n,
    },
    'the reserve, all it can give': { setup: priced(least), from: 'reserve', poolTokens: 5n * SOL },
    'the reserve, more than it can give': {
      setup: priced(least),
      from: 'reserve',
      poolTokens: 5n * SOL + 1n,
      refused: { down: 'InsufficientFunds', up: 35 },
    },
    'a whole validator': { setup: priced(least), poolTokens: THRESHOLD / 2n },
    'a whole validator that is preferred': {
      setup: priced(least, { preferredDepositValidator: VOTE, preferredWithdrawValidator: VOTE }),
      poolTokens: THRESHOLD / 2n,
    },
    'a whole validator, within the tolerance': { setup: priced(least), poolTokens: THRESHOLD / 2n + 1n },
    'a whole validator, beyond the tolerance': {
      setup: priced(least),
      poolTokens: THRESHOLD / 2n + 2n,
      refused: 23,
    },
    'a part of a whole validator': { setup: priced(least), poolTokens: THRESHOLD / 2n - 1n, refused: 23 },
    'the transient stake, when only that is left': {
      setup: priced([{ activeStakeLamports: THRESHOLD, transientStakeLamports: 9n * SOL }]),
      from: 'transient',
    },
    'the transient stake, while active stake is left': {
      setup: priced([{ activeStakeLamports: 9n * SOL, transientStakeLamports: 9n * SOL }]),
      from: 'transient',
      refused: 15,
    },
    'the active stake, when only transient is left': {
      setup: priced([{ activeStakeLamports: THRESHOLD, transientStakeLamports: 9n * SOL }]),
      poolTokens: THRESHOLD / 2n,
      refused: 15,
    },
    'a whole validator with a little transient stake': {
      setup: priced([{ activeStakeLamports: THRESHOLD, transientStakeLamports: THRESHOLD }]),
      poolTokens: THRESHOLD / 2n,
      refused: { up: 15 },
    },
  };
  for (const [name, each] of Object.entries(cases)) {
    test(name, async () => {
      const { pool, source, input, validators } = await prepare(each);
      const minimum = resolveMinimum(each.minimum, () => {
        const free = previewWithdrawStake(pool, input);
        return free.ok ? free.lamports : 0n;
      });
      const limit = minimum === undefined ? {} : { minimumLamports: minimum };
      const expected = previewWithdrawStake(pool, { ...input, ...limit });
      const outcome = user.withdrawStake(world, source, { poolTokens: input.poolTokens, ...limit });

      const refused = typeof each.refused === 'object' ? each.refused[feeRounding] : each.refused;
      if (!expected.ok) return assertRefused(world, outcome, expected, refused);
      assert.equal(outcome, undefined);
      assert.equal(refused, undefined);
      assert.equal(readLamports(world.svm, user.STAKE), expected.lamports + STAKE_RENT);
      assert.equal(readDelegation(world.svm, user.STAKE), expected.delegatedLamports);
      assert.equal(readLamports(world.svm, source), input.from.lamports - expected.lamports);
      assert.equal(readTokens(world.svm, user.TOKENS), 1_000n * SOL - input.poolTokens);
      assert.equal(readTokens(world.svm, pool.managerFeeAccount), expected.feeTokens);
      assert.equal(readSupply(world.svm, pool.poolMint), pool.poolTokenSupply - expected.burnedTokens);
      assertPool(world, pool, expected.pool);
      const list = getValidatorListDecoder().decode(readData(world.svm, pool.validatorList));
      assert.deepEqual(list.validators[0], { ...validators[0], ...expected.entry });
    });
  }

  async function prepare(each: Case) {
    const { setup = {}, poolTokens = 2n * SOL, feeWaived = false, from: account = 'validator' } = each;
    const { pool, validators } = await begin(world, setup, 1_000n * SOL);
    const [first] = validators;
    assert.ok(first);
    const entry = each.vote ? { ...UNLISTED, voteAccount: STRANGE_VOTE } : first;
    const { voteAccount } = entry;
    const source = await findSource(entry, account);
    const authority = world.addresses.withdrawAuthority;
    if (each.vote) setStake(world.svm, source, { authority, lamports: 9n * SOL, voteAccount });
    if (feeWaived) setData(world.svm, user.USER, pool.managerFeeAccount, 0n, new Uint8Array(0));
    const lamports = readLamports(world.svm, source);
    const from: StakeToSplit =
      account === 'reserve' ? { account, lamports } : { account, lamports, voteAccount };
    const limits = { stakeRent: STAKE_RENT, minimumDelegation: MINIMUM_DELEGATION };
    const input = { epoch: EPOCH, feeRounding, poolTokens, feeWaived, from, validators, ...limits };
    return { pool, validators, source, input };
  }

  async function findSource(entry: user.EntrySeeds, account: StakeToSplit['account']) {
    if (account === 'reserve') return world.addresses.reserveStake;
    return account === 'validator'
      ? user.findValidatorStake(world, entry)
      : user.findTransientStake(world, entry);
  }
});
