import {
  type Account,
  type Address,
  type Codec,
  type Decoder,
  decodeAccount,
  type EncodedAccount,
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
} from '@solana/kit';
import { getAddressCodec } from '#address';

/** A share of an amount: `numerator / denominator`. A denominator of zero means no fee. */
export type Fee = {
  readonly denominator: bigint;
  readonly numerator: bigint;
};

/** Sixteen bytes, the denominator first. */
export function getFeeCodec(): FixedSizeCodec<Fee> {
  return getStructCodec([
    ['denominator', getU64Codec()],
    ['numerator', getU64Codec()],
  ]);
}

/** A fee that waits: `None`, in force at the next epoch update (`One`), or at the one after it (`Two`). */
export type FutureFee =
  | { readonly __kind: 'None' }
  | { readonly __kind: 'One'; readonly fee: Fee }
  | { readonly __kind: 'Two'; readonly fee: Fee };

/** One tag byte, then a {@link Fee} unless the tag is `None`. */
export function getFutureFeeCodec(): Codec<FutureFee> {
  const waiting = getStructCodec([['fee', getFeeCodec()]]);
  return getDiscriminatedUnionCodec([
    ['None', getUnitCodec()],
    ['One', waiting],
    ['Two', waiting],
  ]);
}

/** The lockup a pool demands of its reserve and its validators' stakes; all zero in every known pool. */
export type PoolLockup = {
  /** Unix seconds until which withdrawal is refused. */
  readonly unixTimestamp: bigint;
  /** Epoch until which withdrawal is refused. */
  readonly epoch: bigint;
  /** May withdraw all the same. */
  readonly custodian: Address;
};

/** Forty-eight bytes, as in the stake program. */
export function getPoolLockupCodec(): FixedSizeCodec<PoolLockup> {
  return getStructCodec([
    ['unixTimestamp', getI64Codec()],
    ['epoch', getU64Codec()],
    ['custodian', getAddressCodec()],
  ]);
}

/** Bytes a StakePool account is allocated; 435 to 611 of them are in use, by the options that are set. */
export const STAKE_POOL_SIZE = 611;

/** The first byte of a StakePool account; an account that was never initialized has zero there. */
export const STAKE_POOL_ACCOUNT_TYPE = 1;

/** A stake pool: its parties, its totals and its fees. Amounts are in lamports or pool-token base units. */
export type StakePool = {
  readonly manager: Address;
  readonly staker: Address;
  /** The PDA of {@link findDepositAuthorityPda} in an open pool; in a private one, who must sign DepositStake. */
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
 * The Borsh layout of a StakePool account.
 *
 * Options take less room when empty, so offsets after 346 vary and the bytes after the last field may be left
 * over from a longer state: decoding ignores them. To rewrite an account as the program does, with those bytes
 * kept, use `write(pool, data, 0)` on a copy of its data; `encode` gives the used bytes alone.
 *
 * Decoding throws a SolanaError for another account type and for data that end too early.
 */
export function getStakePoolCodec(): Codec<StakePool> {
  return POOL_CODEC;
}

/** Made once: to make it takes longer than to decode an account. */
const POOL_CODEC = createPoolCodec();

function createPoolCodec(): Codec<StakePool> {
  const key = getAddressCodec();
  const u64 = getU64Codec();
  const fee = getFeeCodec();
  const futureFee = getFutureFeeCodec();
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
    ['lockup', getPoolLockupCodec()],
    ['epochFee', fee],
    ['nextEpochFee', futureFee],
    ['preferredDepositValidator', optionalKey],
    ['preferredWithdrawValidator', optionalKey],
    ['stakeDepositFee', fee],
    ['stakeWithdrawalFee', fee],
    ['nextStakeWithdrawalFee', futureFee],
    ['stakeReferralFee', getU8Codec()],
    ['solDepositAuthority', optionalKey],
    ['solDepositFee', fee],
    ['solReferralFee', getU8Codec()],
    ['solWithdrawAuthority', optionalKey],
    ['solWithdrawalFee', fee],
    ['nextSolWithdrawalFee', futureFee],
    ['lastEpochPoolTokenSupply', u64],
    ['lastEpochTotalLamports', u64],
  ]);
  return getHiddenPrefixCodec(fields, [getConstantCodec(Uint8Array.of(STAKE_POOL_ACCOUNT_TYPE))]);
}

/** The encoder of {@link getStakePoolCodec}. */
export function getStakePoolEncoder(): Encoder<StakePool> {
  return getStakePoolCodec();
}

/** The decoder of {@link getStakePoolCodec}. */
export function getStakePoolDecoder(): Decoder<StakePool> {
  return getStakePoolCodec();
}

/**
 * Decodes a fetched account; the caller checks its owner.
 *
 * @throws {SolanaError} when the data are not a StakePool.
 */
export function decodeStakePool<A extends string = string>(
  account: EncodedAccount<A>,
): Account<StakePool, A> {
  return decodeAccount(account, getStakePoolDecoder());
}

/** The first byte of a ValidatorList account. */
export const VALIDATOR_LIST_ACCOUNT_TYPE = 2;

/** Bytes before the entries of a ValidatorList account. */
export const VALIDATOR_LIST_HEADER_SIZE = 9;

/** Bytes of one entry of a ValidatorList account. */
export const VALIDATOR_STAKE_INFO_SIZE = 73;

/** The states of a validator in a pool, in the order of their codes 0 to 4. */
export const STAKE_STATUSES = [
  'Active',
  'DeactivatingTransient',
  'ReadyForRemoval',
  'DeactivatingValidator',
  'DeactivatingAll',
] as const;

/** Where a validator stands in a pool: only stake of an `Active` one is deposited or withdrawn. */
export type StakeStatus = (typeof STAKE_STATUSES)[number];

/** One validator of a pool. */
export type ValidatorStakeInfo = {
  /** Whole balance of the validator stake account in lamports, rent reserve included. */
  readonly activeStakeLamports: bigint;
  /** Whole balance of the transient stake account in lamports; zero when there is none. */
  readonly transientStakeLamports: bigint;
  readonly lastUpdateEpoch: bigint;
  /** Seed of {@link findTransientStakePda}. */
  readonly transientSeedSuffix: bigint;
  /** Four bytes without a meaning, kept so that a list encodes to the bytes it came from. */
  readonly unused: number;
  /** Seed of {@link findValidatorStakePda}; zero means none. */
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

/** Seventy-three bytes: one entry of a ValidatorList account. */
export function getValidatorStakeInfoCodec(): FixedSizeCodec<ValidatorStakeInfo> {
  return getStructCodec([
    ['activeStakeLamports', getU64Codec()],
    ['transientStakeLamports', getU64Codec()],
    ['lastUpdateEpoch', getU64Codec()],
    ['transientSeedSuffix', getU64Codec()],
    ['unused', getU32Codec()],
    ['validatorSeedSuffix', getU32Codec()],
    ['status', getLiteralUnionCodec(STAKE_STATUSES)],
    ['voteAccount', getAddressCodec()],
  ]);
}

/**
 * The layout of a ValidatorList account up to its last entry; the room for further entries is left out.
 *
 * Decoding throws a SolanaError for another account type, an unknown status and data that end too early.
 */
export function getValidatorListCodec(): Codec<ValidatorList> {
  return LIST_CODEC;
}

/** Made once: to make it takes longer than to decode an account. */
const LIST_CODEC = createListCodec();

function createListCodec(): Codec<ValidatorList> {
  // An encoder only reads, but kit's type of an array encoder asks for a mutable array.
  const validators = getArrayCodec(getValidatorStakeInfoCodec(), { size: getU32Codec() }) as unknown as Codec<
    readonly ValidatorStakeInfo[]
  >;
  const fields: Codec<ValidatorList> = getStructCodec([
    ['maxValidators', getU32Codec()],
    ['validators', validators],
  ]);
  return getHiddenPrefixCodec(fields, [getConstantCodec(Uint8Array.of(VALIDATOR_LIST_ACCOUNT_TYPE))]);
}

/** The encoder of {@link getValidatorListCodec}. */
export function getValidatorListEncoder(): Encoder<ValidatorList> {
  return getValidatorListCodec();
}

/** The decoder of {@link getValidatorListCodec}. */
export function getValidatorListDecoder(): Decoder<ValidatorList> {
  return getValidatorListCodec();
}

/**
 * Decodes a fetched account; the caller checks its owner.
 *
 * @throws {SolanaError} when the data are not a ValidatorList.
 */
export function decodeValidatorList<A extends string = string>(
  account: EncodedAccount<A>,
): Account<ValidatorList, A> {
  return decodeAccount(account, getValidatorListDecoder());
}

/** Bytes of a ValidatorList account with room for `maxValidators` entries. */
export function getValidatorListSize(maxValidators: number): number {
  return VALIDATOR_LIST_HEADER_SIZE + VALIDATOR_STAKE_INFO_SIZE * maxValidators;
}
