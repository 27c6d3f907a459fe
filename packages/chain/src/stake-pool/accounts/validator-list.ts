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
  getHiddenPrefixCodec,
  getLiteralUnionCodec,
  getStructCodec,
  getU32Codec,
  getU64Codec,
} from '@solana/kit';
import { getAddressCodec } from '#address';

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
  return CODEC;
}

/** Made once: to make it takes longer than to decode an account. */
const CODEC = createCodec();

function createCodec(): Codec<ValidatorList> {
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
