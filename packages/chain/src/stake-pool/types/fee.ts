import { type FixedSizeCodec, getStructCodec, getU64Codec } from '@solana/kit';

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
