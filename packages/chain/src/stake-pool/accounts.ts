import {
  type Address,
  address,
  type Codec,
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

/** The values that a codec reads. */
type Decoded<C extends { decode: (bytes: Uint8Array) => unknown }> = Readonly<ReturnType<C['decode']>>;

const FEE = getStructCodec([
  ['denominator', getU64Codec()],
  ['numerator', getU64Codec()],
]);

/** A share of an amount: `numerator / denominator`. A denominator of zero means no fee. */
export type Fee = Decoded<typeof FEE>;

const WAITING_FEE = getStructCodec([['fee', FEE]]);
const FUTURE_FEE = getDiscriminatedUnionCodec([
  ['None', getUnitCodec()],
  ['One', WAITING_FEE],
  ['Two', WAITING_FEE],
]);

/** A fee that waits: `None`, in force at the next epoch update (`One`), or at the one after it (`Two`). */
export type FutureFee = Decoded<typeof FUTURE_FEE>;

/** Bytes a StakePool account is allocated; 435 to 611 of them are in use, by the options that are set. */
export const STAKE_POOL_SIZE = 611;

/** The first byte of a StakePool account; an account that was never initialized has zero there. */
export const STAKE_POOL_ACCOUNT_TYPE = 1;

const OPTIONAL_KEY = getNullableCodec(getAddressCodec());

/**
 * The Borsh layout of a StakePool account. Made once: to make it takes longer than to decode an account.
 *
 * To rewrite an account as the program does, with the bytes after the last field kept, use `write(pool, data, 0)` on a copy of
 * its data; `encode` gives the used bytes alone. Decoding throws a SolanaError for another account type and for too few bytes.
 *
 * It is not generated: options take less room when empty, so offsets after 346 vary and the bytes after the last field may
 * be left over from a longer state. Decoding ignores them.
 */
export const STAKE_POOL_CODEC = getHiddenPrefixCodec(
  getStructCodec([
    ['manager', getAddressCodec()],
    ['staker', getAddressCodec()],
    // The PDA of the pool and `deposit` in an open pool; in a private one, who must sign DepositStake.
    ['stakeDepositAuthority', getAddressCodec()],
    // Bump of `findWithdrawAuthorityPda`.
    ['stakeWithdrawBumpSeed', getU8Codec()],
    ['validatorList', getAddressCodec()],
    ['reserveStake', getAddressCodec()],
    ['poolMint', getAddressCodec()],
    ['managerFeeAccount', getAddressCodec()],
    ['tokenProgramId', getAddressCodec()],
    // Lamports the pool answers for, as of the last update, deposit or withdrawal.
    ['totalLamports', getU64Codec()],
    // Pool tokens in circulation as far as the price goes; the mint is not consulted.
    ['poolTokenSupply', getU64Codec()],
    ['lastUpdateEpoch', getU64Codec()],
    // The lockup a pool demands of its reserve and its validators' stakes; all zero in every known pool.
    [
      'lockup',
      getStructCodec([
        ['unixTimestamp', getI64Codec()],
        ['epoch', getU64Codec()],
        ['custodian', getAddressCodec()],
      ]),
    ],
    ['epochFee', FEE],
    ['nextEpochFee', FUTURE_FEE],
    // The vote account whose stake alone may be deposited, and the one whose stake is withdrawn first; null means any.
    ['preferredDepositValidator', OPTIONAL_KEY],
    ['preferredWithdrawValidator', OPTIONAL_KEY],
    ['stakeDepositFee', FEE],
    ['stakeWithdrawalFee', FEE],
    ['nextStakeWithdrawalFee', FUTURE_FEE],
    // Per cent of the stake deposit fee that goes to the referrer, 0 to 100.
    ['stakeReferralFee', getU8Codec()],
    // Must sign DepositSol when set.
    ['solDepositAuthority', OPTIONAL_KEY],
    ['solDepositFee', FEE],
    // Per cent of the SOL deposit fee that goes to the referrer, 0 to 100.
    ['solReferralFee', getU8Codec()],
    // Must sign WithdrawSol when set.
    ['solWithdrawAuthority', OPTIONAL_KEY],
    ['solWithdrawalFee', FEE],
    ['nextSolWithdrawalFee', FUTURE_FEE],
    // Both totals before the last epoch update.
    ['lastEpochPoolTokenSupply', getU64Codec()],
    ['lastEpochTotalLamports', getU64Codec()],
  ]),
  [getConstantCodec(Uint8Array.of(STAKE_POOL_ACCOUNT_TYPE))],
);

/** A stake pool: its parties, its totals and its fees. Amounts are in lamports or pool-token base units. */
export type StakePool = Decoded<typeof STAKE_POOL_CODEC>;

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

const ENTRY_CODEC = getStructCodec([
  // Whole balance of the validator stake account in lamports, rent reserve included.
  ['activeStakeLamports', getU64Codec()],
  // Whole balance of the transient stake account in lamports; zero when there is none.
  ['transientStakeLamports', getU64Codec()],
  ['lastUpdateEpoch', getU64Codec()],
  // Seed of the transient stake account's address.
  ['transientSeedSuffix', getU64Codec()],
  // Four bytes without a meaning, kept so that a list encodes to the bytes it came from.
  ['unused', getU32Codec()],
  // Seed of the stake account's address; zero means none.
  ['validatorSeedSuffix', getU32Codec()],
  ['status', getLiteralUnionCodec(STAKE_STATUSES)],
  ['voteAccount', getAddressCodec()],
]);

export type ValidatorStakeInfo = Decoded<typeof ENTRY_CODEC>;

export type ValidatorList = {
  /** Entries the account has room for. */
  readonly maxValidators: number;
  readonly validators: readonly ValidatorStakeInfo[];
};

/**
 * The layout of a ValidatorList account up to its last entry; the room for further entries is left out. Decoding throws a
 * SolanaError for another account type, an unknown status and too few bytes.
 */
export const VALIDATOR_LIST_CODEC: Codec<ValidatorList> = getHiddenPrefixCodec(
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
export function findWithdrawAuthorityPda(
  { stakePool }: { readonly stakePool: Address },
  { programAddress = STAKE_POOL_PROGRAM_ADDRESS }: StakePoolProgramConfig = {},
): ProgramDerivedAddress {
  return findProgramAddress(programAddress, [toAddressBytes(stakePool), 'withdraw']);
}
