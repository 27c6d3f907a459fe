import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import fc from 'fast-check';
import {
  nameAddress,
  readData,
  readLamports,
  readSupply,
  readTokens,
  STAKE_RENT,
  setData,
  setStake,
} from '../../test/ledger-accounts.ts';
import {
  assertPool,
  assertRefused,
  begin,
  openRealProgram,
  SOL,
  skip,
  WHOLE_AND_MORE,
} from '../../test/stake-pool/check-pool.ts';
import { EPOCH, type PoolLedger, type PoolSetup, setEpoch } from '../../test/stake-pool/pool-ledger.ts';
import * as user from '../../test/stake-pool/pool-user.ts';
import { type FeeRounding, getValidatorListDecoder, previewEpochUpdate, type StakePool } from './index.ts';

type Turn = {
  setup: PoolSetup;
  /** Lamports each validator's stake gains. */
  gains: readonly bigint[];
  /** Lamports sent to the reserve. */
  tips: bigint;
  feeWaived?: boolean;
};

const fee = fc
  .record({ denominator: fc.bigInt(0n, 10_000n), numerator: fc.bigInt(0n, 10_000n) })
  .map(({ denominator, numerator }) => ({
    denominator,
    numerator: numerator > denominator ? denominator : numerator,
  }));
const futureFee = fc.oneof(
  fc.constant({ __kind: 'None' } as const),
  fc.record({ __kind: fc.constantFrom('One', 'Two'), fee }),
);
const stake = fc.bigInt(2n * SOL, 10n ** 15n);
const anyTurn: fc.Arbitrary<Turn> = fc
  .record({
    stakes: fc.array(fc.tuple(stake, fc.bigInt(0n, 10n ** 12n)), { minLength: 1, maxLength: 3 }),
    reserve: fc.bigInt(0n, 10n ** 13n),
    loss: fc.bigInt(0n, SOL),
    supply: fc.oneof(fc.constant(0n), fc.bigInt(1n, 10n ** 16n)),
    tips: fc.bigInt(0n, SOL),
    fees: fc.record({
      epochFee: fee,
      nextEpochFee: futureFee,
      nextStakeWithdrawalFee: futureFee,
      nextSolWithdrawalFee: futureFee,
    }),
    feeWaived: fc.boolean(),
  })
  .map(({ stakes, reserve, loss, supply, tips, fees, feeWaived }) => ({
    setup: {
      validators: stakes.map(([activeStakeLamports]) => ({ activeStakeLamports })),
      reserve,
      // Above what is there by the loss, which the gains make up for or not.
      pool: {
        ...fees,
        poolTokenSupply: supply,
        totalLamports: reserve + loss + stakes.reduce((sum, [lamports]) => sum + lamports, 0n),
      },
    },
    gains: stakes.map(([, gain]) => gain),
    tips,
    feeWaived,
  }));

suite('the epoch update agrees with the real program', { skip }, () => {
  let world: PoolLedger;
  let feeRounding: FeeRounding;

  before(async () => {
    ({ world, feeRounding } = await openRealProgram());
  });

  async function turn({ setup, gains, tips, feeWaived = false }: Turn) {
    const { pool, validators } = await begin(world, setup);
    setEpoch(world.svm, EPOCH + 1n);
    const authority = world.addresses.withdrawAuthority;
    const after = validators.map((entry, i) => ({
      ...entry,
      activeStakeLamports: entry.activeStakeLamports + (gains[i] ?? 0n),
      lastUpdateEpoch: EPOCH + 1n,
    }));
    for (const { voteAccount, activeStakeLamports: lamports, ...entry } of after) {
      const at = await user.findValidatorStake(world, { ...entry, voteAccount });
      setStake(world.svm, at, { authority, lamports, voteAccount });
    }
    const reserveLamports = readLamports(world.svm, pool.reserveStake) + tips;
    setStake(world.svm, pool.reserveStake, { authority, lamports: reserveLamports });
    if (feeWaived) setData(world.svm, user.USER, pool.managerFeeAccount, 0n, new Uint8Array(0));
    const expected = previewEpochUpdate(pool, {
      validators: after,
      reserveLamports,
      reserveRent: STAKE_RENT,
      epoch: EPOCH + 1n,
      feeRounding,
      feeWaived,
    });
    return { pool, after, expected, outcome: await user.updatePool(world, validators) };
  }

  async function assertTurn(input: Turn): Promise<StakePool> {
    const { pool, after, expected, outcome } = await turn(input);
    assert.ok(expected.ok);
    assert.equal(outcome, undefined);
    assert.equal(readTokens(world.svm, pool.managerFeeAccount), expected.managerTokens);
    assert.equal(readSupply(world.svm, pool.poolMint), pool.poolTokenSupply + expected.managerTokens);
    assertPool(world, pool, expected.pool);
    const list = getValidatorListDecoder().decode(readData(world.svm, pool.validatorList));
    assert.deepEqual(list.validators, after);
    return expected.pool;
  }

  test('rewards, losses, fees that wait and tips, at random', async () => {
    await fc.assert(
      fc.asyncProperty(anyTurn, async (each) => {
        await assertTurn(each);
      }),
      { numRuns: 60 },
    );
  });

  test('a fee that takes the whole pool', async () => {
    const all = { denominator: 1n, numerator: 1n };
    const setup: PoolSetup = { validators: [{ activeStakeLamports: 2n * SOL }], reserve: 0n };
    await assertTurn({
      setup: { ...setup, pool: { totalLamports: 0n, poolTokenSupply: 5n, epochFee: all } },
      gains: [SOL],
      tips: 0n,
    });
  });

  test('a fee over one whole', async () => {
    const pool = { totalLamports: 0n, poolTokenSupply: 5n, epochFee: WHOLE_AND_MORE };
    const { expected, outcome } = await turn({ setup: { pool }, gains: [SOL], tips: 0n });
    assert.ok(!expected.ok);
    assertRefused(world, outcome, expected, 3);
  });

  test('an entry that was left out', async () => {
    const setup = { validators: [{ activeStakeLamports: 2n * SOL }, { activeStakeLamports: 3n * SOL }] };
    const { pool, validators } = await begin(world, setup);
    setEpoch(world.svm, EPOCH + 1n);
    const expected = previewEpochUpdate(pool, {
      validators: validators.map((entry, i) => (i === 0 ? { ...entry, lastUpdateEpoch: EPOCH + 1n } : entry)),
      reserveLamports: readLamports(world.svm, pool.reserveStake),
      reserveRent: STAKE_RENT,
      epoch: EPOCH + 1n,
      feeRounding,
    });
    assert.ok(!expected.ok);
    assertRefused(world, await user.updatePool(world, validators.slice(0, 1)), expected, 16);
  });

  test('a second update in the same epoch moves no fee and keeps the last totals', async () => {
    const waiting = { __kind: 'Two', fee: { denominator: 50n, numerator: 1n } } as const;
    const once = await assertTurn({
      setup: { pool: { nextEpochFee: waiting, epochFee: { denominator: 10n, numerator: 1n } } },
      gains: [SOL],
      tips: 0n,
    });
    const entry = { voteAccount: nameAddress('vote 0'), validatorSeedSuffix: 0, transientSeedSuffix: 0n };
    assert.equal(await user.updatePool(world, [entry]), undefined);
    assertPool(world, once, {});
  });
});
