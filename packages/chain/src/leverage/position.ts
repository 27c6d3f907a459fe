import {
  type Address,
  type Codec,
  getConstantCodec,
  getHiddenPrefixCodec,
  getStructCodec,
  getU64Codec,
} from '@solana/kit';
import { getAddressCodec } from '#address';

/** What a vault has in a levered position: pool tokens as collateral, SOL borrowed against them. */
export type LeveragedPosition = {
  /** The vault's authority towards the strategy, in whose name the position is held. */
  readonly owner: Address;
  /** The pool whose token the collateral is. */
  readonly stakePool: Address;
  /** Pool-token base units. */
  readonly collateral: bigint;
  /** Lamports, interest included. */
  readonly debt: bigint;
};

const POSITION_TYPE = Uint8Array.of(0x4c);

/** The account of a levered position, as docs/strategies.md lays it out. */
export function getLeveragedPositionCodec(): Codec<LeveragedPosition> {
  return getHiddenPrefixCodec(
    getStructCodec([
      ['owner', getAddressCodec()],
      ['stakePool', getAddressCodec()],
      ['collateral', getU64Codec()],
      ['debt', getU64Codec()],
    ]),
    [getConstantCodec(POSITION_TYPE)],
  );
}
