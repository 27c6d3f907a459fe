import {
  type Address,
  type Codec,
  getConstantCodec,
  getHiddenPrefixCodec,
  getStructCodec,
  getU64Codec,
} from '@solana/kit';
import { getAddressCodec } from '@staking-agent/chain/address';

/** What a lender has in a market. */
export type Position = {
  readonly market: Address;
  readonly lender: Address;
  /** Asset base units, interest included. */
  readonly value: bigint;
};

const POSITION_TYPE = Uint8Array.of(0x50);

/** The account of a position. */
export function getPositionCodec(): Codec<Position> {
  return getHiddenPrefixCodec(
    getStructCodec([
      ['market', getAddressCodec()],
      ['lender', getAddressCodec()],
      ['value', getU64Codec()],
    ]),
    [getConstantCodec(POSITION_TYPE)],
  );
}
