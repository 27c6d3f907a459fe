import {
  type Account,
  type Address,
  type Codec,
  type Decoder,
  decodeAccount,
  type EncodedAccount,
  type Encoder,
  getConstantCodec,
  getHiddenPrefixCodec,
  getNullableCodec,
  getStructCodec,
  getU8Codec,
  getU64Codec,
} from '@solana/kit';
import { getAddressCodec } from '#address';
import { type Fee, getFeeCodec } from '../types/fee.ts';
import { type FutureFee, getFutureFeeCodec } from '../types/future-fee.ts';
import { getPoolLockupCodec, type PoolLockup } from '../types/lockup.ts';

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
  return CODEC;
}

/** Made once: to make it takes longer than to decode an account. */
const CODEC = createCodec();

function createCodec(): Codec<StakePool> {
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
