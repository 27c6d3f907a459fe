import {
  type Address,
  address,
  type Codec,
  type Decoder,
  type Encoder,
  type FixedSizeCodec,
  getArrayCodec,
  getConstantCodec,
  getDiscriminatedUnionCodec,
  getHiddenPrefixCodec,
  getI64Codec,
  getLiteralUnionCodec,
  getNullableCodec,
  getStructCodec,
  getU8Codec,
  getU32Codec,
  getU64Codec,
  getUnitCodec,
  type ProgramDerivedAddress,
} from '@solana/kit';
import { findProgramAddress, getAddressCodec, toAddressBytes } from '#address';
import { STAKE_POOL_PROGRAM_ADDRESS } from './generated/programs/index.ts';

/** A share of an amount: `numerator / denominator`. A denominator of zero means no fee. */
export type Fee = {
  readonly denominator: bigint;
  readonly numerator: bigint;
};

const FEE: FixedSizeCodec<Fee> = getStructCodec([
  ['denominator', getU64Codec()],
  ['numerator', getU64Codec()],
]);

/** A fee that waits: `None`, in force at the next epoch update (`One`), or at the one after it (`Two`). */
export type FutureFee =
  | { readonly __kind: 'None' }
  | { readonly __kind: 'One'; readonly fee: Fee }
  | { readonly __kind: 'Two'; readonly fee: Fee };

const WAITING_FEE = getStructCodec([['fee', FEE]]);
const FUTURE_FEE: Codec<FutureFee> = getDiscriminatedUnionCodec([
  ['None', getUnitCodec()],
  ['One', WAITING_FEE],
  ['Two', WAITING_FEE],
]);

/** The lockup a pool demands of its reserve and its validators' stakes; all zero in every known pool. */
export type PoolLockup = {
  /** Unix seconds until which withdrawal is refused. */
  readonly unixTimestamp: bigint;
  /** Epoch until which withdrawal is refused. */
  readonly epoch: bigint;
  /** May withdraw all the same. */
  readonly custodian: Address;
};

const LOCKUP: FixedSizeCodec<PoolLockup> = getStructCodec([
  ['unixTimestamp', getI64Codec()],
  ['epoch', getU64Codec()],
  ['custodian', getAddressCodec()],
]);

/** Bytes a StakePool account is allocated; 435 to 611 of them are in use, by the options that are set. */
export const STAKE_POOL_SIZE = 611;

/** The first byte of a StakePool account; an account that was never initialized has zero there. */
export const STAKE_POOL_ACCOUNT_TYPE = 1;

/** A stake pool: its parties, its totals and its fees. Amounts are in lamports or pool-token base units. */
export type StakePool = {
  readonly manager: Address;
  readonly staker: Address;
  /** The PDA of the pool and `deposit` in an open pool; in a private one, who must sign DepositStake. */
  readonly stakeDepositAuthority: Address;
  /** Bump of {@link findWithdrawAuthorityPda}. */
  readonly stakeWithdrawBumpSeed: number;
  readonly validatorList: Address;
  readonly reserveStake: Address;
  readonly poolMint: Address;
  readonly managerFeeAccount: Address;
  readonly tokenProgramId: Address;
  /** Lamports the pool answers for, as of the last update, deposit or withdrawal. */
  readonly totalLamports: bigint;
  /** Pool tokens in circulation as far as the price goes; the mint is not consulted. */
  readonly poolTokenSupply: bigint;
  readonly lastUpdateEpoch: bigint;
  readonly lockup: PoolLockup;
  readonly epochFee: Fee;
  readonly nextEpochFee: FutureFee;
  /** Vote account whose stake alone may be deposited; null means any. */
  readonly preferredDepositValidator: Address | null;
  /** Vote account whose stake is withdrawn first; null means any. */
  readonly preferredWithdrawValidator: Address | null;
  readonly stakeDepositFee: Fee;
  readonly stakeWithdrawalFee: Fee;
  readonly nextStakeWithdrawalFee: FutureFee;
  /** Per cent of the stake deposit fee that goes to the referrer, 0 to 100. */
  readonly stakeReferralFee: number;
  /** Must sign DepositSol when set. */
  readonly solDepositAuthority: Address | null;
  readonly solDepositFee: Fee;
  /** Per cent of the SOL deposit fee that goes to the referrer, 0 to 100. */
  readonly solReferralFee: number;
  /** Must sign WithdrawSol when set. */
  readonly solWithdrawAuthority: Address | null;
  readonly solWithdrawalFee: Fee;
  readonly nextSolWithdrawalFee: FutureFee;
  /** `poolTokenSupply` before the last epoch update. */
  readonly lastEpochPoolTokenSupply: bigint;
  /** `totalLamports` before the last epoch update. */
  readonly lastEpochTotalLamports: bigint;
};

/**
 * The Borsh layout of a StakePool account. Made once: to make it takes longer than to decode an account.
 *
 * It is not generated: options take less room when empty, so offsets after 346 vary and the bytes after the last field may
 * be left over from a longer state. Decoding ignores them.
 */
const POOL_CODEC = createPoolCodec();

function createPoolCodec(): Codec<StakePool> {
  const key = getAddressCodec();
  const u64 = getU64Codec();
  const optionalKey = getNullableCodec(key);
  const fields: Codec<StakePool> = getStructCodec([
    ['manager', key],
    ['staker', key],
    ['stakeDepositAuthority', key],
    ['stakeWithdrawBumpSeed', getU8Codec()],
    ['validatorList', key],
    ['reserveStake', key],
    ['poolMint', key],
    ['managerFeeAccount', key],
    ['tokenProgramId', key],
    ['totalLamports', u64],
    ['poolTokenSupply', u64],
    ['lastUpdateEpoch', u64],
    ['lockup', LOCKUP],
    ['epochFee', FEE],
    ['nextEpochFee', FUTURE_FEE],
    ['preferredDepositValidator', optionalKey],
    ['preferredWithdrawValidator', optionalKey],
    ['stakeDepositFee', FEE],
    ['stakeWithdrawalFee', FEE],
    ['nextStakeWithdrawalFee', FUTURE_FEE],
    ['stakeReferralFee', getU8Codec()],
    ['solDepositAuthority', optionalKey],
    ['solDepositFee', FEE],
    ['solReferralFee', getU8Codec()],
    ['solWithdrawAuthority', optionalKey],
    ['solWithdrawalFee', FEE],
    ['nextSolWithdrawalFee', FUTURE_FEE],
    ['lastEpochPoolTokenSupply', u64],
    ['lastEpochTotalLamports', u64],
  ]);
  return getHiddenPrefixCodec(fields, [getConstantCodec(Uint8Array.of(STAKE_POOL_ACCOUNT_TYPE))]);
}

/**
 * Returns the encoder of a StakePool account. To rewrite an account as the program does, with the bytes after the last
 * field kept, use `write(pool, data, 0)` on a copy of its data; `encode` gives the used bytes alone.
 */
export function getStakePoolEncoder(): Encoder<StakePool> {
  return POOL_CODEC;
}

/** Returns the decoder of a StakePool account; it throws a SolanaError for another account type and for too few bytes. */
export function getStakePoolDecoder(): Decoder<StakePool> {
  return POOL_CODEC;
}

/** The first byte of a ValidatorList account. */
export const VALIDATOR_LIST_ACCOUNT_TYPE = 2;

/** Bytes before the entries of a ValidatorList account. */
const VALIDATOR_LIST_HEADER_SIZE = 9;

/** Bytes of one entry of a ValidatorList account. */
const VALIDATOR_STAKE_INFO_SIZE = 73;

/** The states of a validator in a pool, in the order of their codes 0 to 4. */
export const STAKE_STATUSES = [
  'Active',
  'DeactivatingTransient',
  'ReadyForRemoval',
  'DeactivatingValidator',
  'DeactivatingAll',
] as const;

/** The state of a validator in a pool: only stake of an `Active` one is deposited or withdrawn. */
export type StakeStatus = (typeof STAKE_STATUSES)[number];

/** One validator of a pool. */
export type ValidatorStakeInfo = {
  /** Whole balance of the validator stake account in lamports, rent reserve included. */
  readonly activeStakeLamports: bigint;
  /** Whole balance of the transient stake account in lamports; zero when there is none. */
  readonly transientStakeLamports: bigint;
  readonly lastUpdateEpoch: bigint;
  /** Seed of the transient stake account's address. */
  readonly transientSeedSuffix: bigint;
  /** Four bytes without a meaning, kept so that a list encodes to the bytes it came from. */
  readonly unused: number;
  /** Seed of the stake account's address; zero means none. */
  readonly validatorSeedSuffix: number;
  readonly status: StakeStatus;
  readonly voteAccount: Address;
};

/** The validators of a pool. */
export type ValidatorList = {
  /** Entries the account has room for. */
  readonly maxValidators: number;
  readonly validators: readonly ValidatorStakeInfo[];
};

const ENTRY_CODEC: FixedSizeCodec<ValidatorStakeInfo> = getStructCodec([
  ['activeStakeLamports', getU64Codec()],
  ['transientStakeLamports', getU64Codec()],
  ['lastUpdateEpoch', getU64Codec()],
  ['transientSeedSuffix', getU64Codec()],
  ['unused', getU32Codec()],
  ['validatorSeedSuffix', getU32Codec()],
  ['status', getLiteralUnionCodec(STAKE_STATUSES)],
  ['voteAccount', getAddressCodec()],
]);

/** The layout of a ValidatorList account up to its last entry; the room for further entries is left out. */
const LIST_CODEC: Codec<ValidatorList> = getHiddenPrefixCodec(
  getStructCodec([
    ['maxValidators', getU32Codec()],
    // An encoder only reads, but kit's type of an array encoder asks for a mutable array.
    [
      'validators',
      getArrayCodec(ENTRY_CODEC, { size: getU32Codec() }) as unknown as Codec<readonly ValidatorStakeInfo[]>,
    ],
  ]),
  [getConstantCodec(Uint8Array.of(VALIDATOR_LIST_ACCOUNT_TYPE))],
);

/** Returns the encoder of a ValidatorList account. */
export function getValidatorListEncoder(): Encoder<ValidatorList> {
  return LIST_CODEC;
}

/** Returns the decoder of a ValidatorList account; it throws a SolanaError for another account type, an unknown status and too few bytes. */
export function getValidatorListDecoder(): Decoder<ValidatorList> {
  return LIST_CODEC;
}

/** Bytes of a ValidatorList account with room for `maxValidators` entries. */
export function getValidatorListSize(maxValidators: number): number {
  return VALIDATOR_LIST_HEADER_SIZE + VALIDATOR_STAKE_INFO_SIZE * maxValidators;
}

/** Sanctum's fork for pools of many validators: release 2.x behaviour, same accounts and instructions. */
export const SANCTUM_STAKE_POOL_PROGRAM_ADDRESS = address('SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn');

/** Sanctum's program for pools of one validator, raSOL's among them: release 1.0.0 behaviour. */
export const SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS = address(
  'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
);

/** Every deployment of the program that a pool may belong to. */
export const STAKE_POOL_PROGRAM_ADDRESSES: readonly Address[] = [
  STAKE_POOL_PROGRAM_ADDRESS,
  SANCTUM_SINGLE_STAKE_POOL_PROGRAM_ADDRESS,
  SANCTUM_STAKE_POOL_PROGRAM_ADDRESS,
];

/** A deployment of the program; absent means {@link STAKE_POOL_PROGRAM_ADDRESS}. */
export type StakePoolProgramConfig = {
  /** The program that owns the pool account. */
  readonly programAddress?: Address;
};

/** Finds the authority over the reserve, the validators' stakes and the pool mint. */
export async function findWithdrawAuthorityPda(
  { stakePool }: { readonly stakePool: Address },
  { programAddress = STAKE_POOL_PROGRAM_ADDRESS }: StakePoolProgramConfig = {},
): Promise<ProgramDerivedAddress> {
  return findProgramAddress(programAddress, [toAddressBytes(stakePool), 'withdraw']);
}
