import {
  type Address,
  type Codec,
  getConstantCodec,
  getHiddenPrefixCodec,
  getStructCodec,
  getU16Codec,
  getU64Codec,
} from '@solana/kit';
import { getAddressCodec } from '#address';

/** A market between a pool token and wrapped SOL. */
export type Market = {
  readonly tokenMint: Address;
  readonly solMint: Address;
  /** The reserves the price is made of, in base units and lamports; the vaults may hold more or less. */
  readonly virtualTokens: bigint;
  readonly virtualLamports: bigint;
  readonly feeBasisPoints: number;
};

const MARKET_TYPE = Uint8Array.of(0x4d);

/** The account of a market. */
export function getMarketCodec(): Codec<Market> {
  return getHiddenPrefixCodec(
    getStructCodec([
      ['tokenMint', getAddressCodec()],
      ['solMint', getAddressCodec()],
      ['virtualTokens', getU64Codec()],
      ['virtualLamports', getU64Codec()],
      ['feeBasisPoints', getU16Codec()],
    ]),
    [getConstantCodec(MARKET_TYPE)],
  );
}
