import { type Address, type FixedSizeCodec, getI64Codec, getStructCodec, getU64Codec } from '@solana/kit';
import { getAddressCodec } from '#address';

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
