import { type Codec, getDiscriminatedUnionCodec, getStructCodec, getUnitCodec } from '@solana/kit';
import { type Fee, getFeeCodec } from './fee.ts';

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
