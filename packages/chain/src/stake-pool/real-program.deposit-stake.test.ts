import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { Address } from '@solana/kit';
import { nameAddress, readLamports, readTokens, STAKE_RENT, setStake } from '../../test/ledger-accounts.ts';
import {
  ALL_OPTIONS,
  assertPool,
  assertRefused,
  begin,
  openRealProgram,
  resolveMinimum,
  SOL,
  SOME_AUTHORITY,
  skip,
  WHOLE_AND_MORE,
} from '../../test/stake-pool/check-pool.ts';
import { EPOCH, type PoolLedger, type PoolSetup } from '../../test/stake-pool/pool-ledger.ts';
import * as user from '../../test/stake-pool/pool-user.ts';
import { type FeeRounding, previewDepositStake } from './index.ts';

const VOTE = nameAddress('vote 0');
const OTHER_VOTE = nameAddress('vote 1');
const STRANGE_VOTE = nameAddress('vote of no pool');
const UNLISTED = { validatorSeedSuffix: 0, transientSeedSuffix: 0n };

suite('deposits of stake agree with the real program', { skip }, () => {
  let world: PoolLedger;
  let feeRounding: FeeRounding;

  before(async () => {
    ({ world, feeRounding } = await openRealProgram());
  });

  type DepositStakeCase = {
    setup?: PoolSetup;
    vote?: Address;
    lamports?: bigint;
    delegated?: bigint;
    minimum?: 'exact' | 'one more';
    isPrivate?: boolean;
    refused?: number;
  };
  const two = [{ activeStakeLamports: 20n * SOL }, { activeStakeLamports: 30n * SOL }];
  const depositStakeCases: Record<string, DepositStakeCase> = {
    'a stake and its rent': { lamports: 5_123_456_789n },
    'a stake with tips on it': { lamports: 5_123_456_789n, delegated: 4_000_000_001n },
    'less than one SOL': { lamports: SOL / 2n },
    'every option of the pool set': { setup: { pool: ALL_OPTIONS } },
    'a validator with a seed': {
      setup: { validators: [{ activeStakeLamports: 20n * SOL, validatorSeedSuffix: 7 }] },
    },
    'a private pool': { setup: { pool: { stakeDepositAuthority: SOME_AUTHORITY } }, isPrivate: true },
    'exactly the minimum': { minimum: 'exact' },
    'one below the minimum': { minimum: 'one more', refused: 39 },
    'a stale pool': { setup: { pool: { lastUpdateEpoch: EPOCH - 1n } }, refused: 17 },
    'another validator is preferred': {
      setup: { pool: { preferredDepositValidator: OTHER_VOTE }, validators: two },
      refused: 24,
    },
    'a validator on its way out': {
      setup: { validators: [{ activeStakeLamports: 20n * SOL, status: 'DeactivatingValidator' }] },
      refused: 14,
    },
    'a validator outside the list': { vote: STRANGE_VOTE, refused: 14 },
    'a fee over one whole': { setup: { pool: { stakeDepositFee: WHOLE_AND_MORE } }, refused: 3 },
  };
  for (const [name, each] of Object.entries(depositStakeCases)) {
    test(`DepositStake: ${name}`, async () => {
      const { setup = {}, refused, lamports = 3n * SOL, vote: voteAccount = VOTE } = each;
      const { pool, validators } = await begin(world, setup);
      const entry = validators.find((v) => v.voteAccount === voteAccount) ?? { ...UNLISTED, voteAccount };
      const validatorStake = await user.findValidatorStake(world, entry);
      if (voteAccount === STRANGE_VOTE) {
        setStake(world.svm, validatorStake, { authority: SOME_AUTHORITY, lamports: 5n * SOL, voteAccount });
      }
      const delegated = each.delegated ?? lamports - STAKE_RENT;
      setStake(world.svm, user.STAKE, { authority: user.USER, lamports, delegated, voteAccount });
      const stakeBefore = readLamports(world.svm, validatorStake);
      const reserveBefore = readLamports(world.svm, pool.reserveStake);
      const offer = { lamports, delegatedLamports: delegated, voteAccount, epoch: EPOCH };
      const input = { ...offer, validators, feeRounding };
      const minimum = resolveMinimum(each.minimum, () => {
        const free = previewDepositStake(pool, input);
        return free.ok ? free.userTokens : 0n;
      });
      const least = minimum === undefined ? {} : { minimumPoolTokens: minimum };
      const expected = previewDepositStake(pool, { ...input, ...least });
      const outcome = await user.depositStake(world, entry, {
        ...least,
        ...(each.isPrivate && { authority: SOME_AUTHORITY }),
      });

      if (!expected.ok) return assertRefused(world, outcome, expected, refused);
      assert.equal(outcome, undefined);
      assert.equal(refused, undefined);
      assert.equal(readTokens(world.svm, user.TOKENS), expected.userTokens);
      assert.equal(readTokens(world.svm, user.REFERRER_TOKENS), expected.referrerTokens);
      assert.equal(readTokens(world.svm, pool.managerFeeAccount), expected.managerTokens);
      assert.equal(readLamports(world.svm, validatorStake), stakeBefore + delegated);
      assert.equal(readLamports(world.svm, pool.reserveStake), reserveBefore + expected.lamportsToReserve);
      assertPool(world, pool, expected.pool);
    });
  }
});
