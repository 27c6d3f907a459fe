import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Address, getAddressDecoder, getAddressEncoder } from '@solana/kit';
import fc from 'fast-check';
import {
  getValidatorListSize,
  STAKE_POOL_CODEC,
  STAKE_POOL_SIZE,
  STAKE_STATUSES,
  type StakePool,
  VALIDATOR_LIST_CODEC,
  type ValidatorList,
} from './accounts.ts';

const u64 = fc.bigInt(0n, 2n ** 64n - 1n);
const u32 = fc.nat(2 ** 32 - 1);
const u8 = fc.nat(255);
const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => getAddressDecoder().decode(bytes) as Address);
const optionalKey = fc.option(key);
// Decoded objects have the usual prototype, so compared ones must too.
function record<T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> {
  return fc.record(fields, { noNullPrototype: true }) as fc.Arbitrary<T>;
}

const fee = record({ denominator: u64, numerator: u64 });
const futureFee = fc.oneof(
  fc.constant({ __kind: 'None' } as const),
  record({ __kind: fc.constantFrom('One' as const, 'Two' as const), fee }),
);

const anyPool: fc.Arbitrary<StakePool> = record({
  manager: key,
  staker: key,
  stakeDepositAuthority: key,
  stakeWithdrawBumpSeed: u8,
  validatorList: key,
  reserveStake: key,
  poolMint: key,
  managerFeeAccount: key,
  tokenProgramId: key,
  totalLamports: u64,
  poolTokenSupply: u64,
  lastUpdateEpoch: u64,
  lockup: record({
    unixTimestamp: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
    epoch: u64,
    custodian: key,
  }),
  epochFee: fee,
  nextEpochFee: futureFee,
  preferredDepositValidator: optionalKey,
  preferredWithdrawValidator: optionalKey,
  stakeDepositFee: fee,
  stakeWithdrawalFee: fee,
  nextStakeWithdrawalFee: futureFee,
  stakeReferralFee: u8,
  solDepositAuthority: optionalKey,
  solDepositFee: fee,
  solReferralFee: u8,
  solWithdrawAuthority: optionalKey,
  solWithdrawalFee: fee,
  nextSolWithdrawalFee: futureFee,
  lastEpochPoolTokenSupply: u64,
  lastEpochTotalLamports: u64,
});

// Written from the layout alone, so that it shares nothing with the codec.
function writePool(pool: StakePool): Buffer {
  const address = (value: Address) => Buffer.from(getAddressEncoder().encode(value));
  const option = (value: Address | null) =>
    value === null ? Buffer.of(0) : Buffer.concat([Buffer.of(1), address(value)]);
  const long = (value: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
    return bytes;
  };
  const share = (value: StakePool['epochFee']) =>
    Buffer.concat([long(value.denominator), long(value.numerator)]);
  const later = (value: StakePool['nextEpochFee']) =>
    value.__kind === 'None'
      ? Buffer.of(0)
      : Buffer.concat([Buffer.of(value.__kind === 'One' ? 1 : 2), share(value.fee)]);
  return Buffer.concat([
    Buffer.of(1),
    address(pool.manager),
    address(pool.staker),
    address(pool.stakeDepositAuthority),
    Buffer.of(pool.stakeWithdrawBumpSeed),
    ...[pool.validatorList, pool.reserveStake, pool.poolMint, pool.managerFeeAccount].map(address),
    address(pool.tokenProgramId),
    ...[pool.totalLamports, pool.poolTokenSupply, pool.lastUpdateEpoch].map(long),
    ...[pool.lockup.unixTimestamp, pool.lockup.epoch].map(long),
    address(pool.lockup.custodian),
    share(pool.epochFee),
    later(pool.nextEpochFee),
    option(pool.preferredDepositValidator),
    option(pool.preferredWithdrawValidator),
    share(pool.stakeDepositFee),
    share(pool.stakeWithdrawalFee),
    later(pool.nextStakeWithdrawalFee),
    Buffer.of(pool.stakeReferralFee),
    option(pool.solDepositAuthority),
    share(pool.solDepositFee),
    Buffer.of(pool.solReferralFee),
    option(pool.solWithdrawAuthority),
    share(pool.solWithdrawalFee),
    later(pool.nextSolWithdrawalFee),
    ...[pool.lastEpochPoolTokenSupply, pool.lastEpochTotalLamports].map(long),
  ]);
}

test('a pool has the layout of the program, byte for byte, both ways', () => {
  fc.assert(
    fc.property(anyPool, (pool) => {
      const bytes = writePool(pool);
      assert.ok(bytes.length >= 435 && bytes.length <= STAKE_POOL_SIZE);
      assert.equal(Buffer.from(STAKE_POOL_CODEC.encode(pool)).toString('hex'), bytes.toString('hex'));
      assert.deepEqual(STAKE_POOL_CODEC.decode(bytes), pool);
    }),
    { numRuns: 200 },
  );
});

test('bytes left over after the end of a pool are not read, and survive a rewrite', () => {
  fc.assert(
    fc.property(anyPool, anyPool, fc.uint8Array({ minLength: 611, maxLength: 611 }), (old, pool, stale) => {
      const data = Buffer.concat([writePool(old), stale]).subarray(0, STAKE_POOL_SIZE);
      assert.deepEqual(STAKE_POOL_CODEC.decode(data), old);

      const expected = Buffer.concat([writePool(pool), data.subarray(writePool(pool).length)]);
      STAKE_POOL_CODEC.write(pool, data, 0);
      assert.equal(data.toString('hex'), expected.toString('hex'));
    }),
    { numRuns: 50 },
  );
});

test('an account that is cut short, never initialized or of another type is no pool', () => {
  fc.assert(
    fc.property(anyPool, fc.nat(), (pool, cut) => {
      const bytes = writePool(pool);
      assert.throws(() => STAKE_POOL_CODEC.decode(bytes.subarray(0, cut % bytes.length)));
      for (const type of [0, 2]) {
        bytes[0] = type;
        assert.throws(() => STAKE_POOL_CODEC.decode(bytes));
      }
    }),
    { numRuns: 50 },
  );
});

const anyList: fc.Arbitrary<ValidatorList> = record({
  maxValidators: u32,
  validators: fc.array(
    record({
      activeStakeLamports: u64,
      transientStakeLamports: u64,
      lastUpdateEpoch: u64,
      transientSeedSuffix: u64,
      unused: u32,
      validatorSeedSuffix: u32,
      status: fc.constantFrom(...STAKE_STATUSES),
      voteAccount: key,
    }),
    { maxLength: 5 },
  ),
});

function writeList({ maxValidators, validators }: ValidatorList): Buffer {
  const bytes = Buffer.alloc(getValidatorListSize(validators.length));
  bytes.writeUInt8(2, 0);
  bytes.writeUInt32LE(maxValidators, 1);
  bytes.writeUInt32LE(validators.length, 5);
  for (const [i, entry] of validators.entries()) {
    const at = 9 + 73 * i;
    bytes.writeBigUInt64LE(entry.activeStakeLamports, at);
    bytes.writeBigUInt64LE(entry.transientStakeLamports, at + 8);
    bytes.writeBigUInt64LE(entry.lastUpdateEpoch, at + 16);
    bytes.writeBigUInt64LE(entry.transientSeedSuffix, at + 24);
    bytes.writeUInt32LE(entry.unused, at + 32);
    bytes.writeUInt32LE(entry.validatorSeedSuffix, at + 36);
    bytes.writeUInt8(STAKE_STATUSES.indexOf(entry.status), at + 40);
    bytes.set(getAddressEncoder().encode(entry.voteAccount), at + 41);
  }
  return bytes;
}

test('a validator list has the layout of the program, with room for more entries after it', () => {
  fc.assert(
    fc.property(anyList, fc.nat(300), (list, room) => {
      const bytes = writeList(list);
      assert.equal(Buffer.from(VALIDATOR_LIST_CODEC.encode(list)).toString('hex'), bytes.toString('hex'));
      assert.deepEqual(VALIDATOR_LIST_CODEC.decode(Buffer.concat([bytes, Buffer.alloc(room)])), list);
      assert.throws(() => VALIDATOR_LIST_CODEC.decode(bytes.subarray(0, bytes.length - 1)));
    }),
    { numRuns: 100 },
  );
});

test('a validator list of another type or with an unknown status is refused', () => {
  const voteAccount = getAddressDecoder().decode(new Uint8Array(32).fill(7)) as Address;
  const amounts = { activeStakeLamports: 1n, transientStakeLamports: 2n, lastUpdateEpoch: 3n };
  const seeds = { transientSeedSuffix: 4n, validatorSeedSuffix: 5, unused: 6 };
  const entry = { ...amounts, ...seeds, status: 'Active', voteAccount } as const;
  const bytes = writeList({ maxValidators: 1, validators: [entry] });
  assert.deepEqual(VALIDATOR_LIST_CODEC.decode(bytes).validators, [entry]);
  for (const [offset, value] of [
    [0, 1],
    [9 + 40, 5],
  ] as const) {
    const wrong = Buffer.from(bytes);
    wrong[offset] = value;
    assert.throws(() => VALIDATOR_LIST_CODEC.decode(wrong));
  }
});
