import {
  type Address,
  address,
  type Codec,
  type FixedSizeCodec,
  getConstantCodec,
  getHiddenPrefixCodec,
  getStructCodec,
  getU8Codec,
  getU64Codec,
} from '@solana/kit';
import { getAddressCodec } from '@staking-agent/chain/address';
import { findPda } from '../../vm/player/model.ts';

// Account layouts of the Reserve, from its public source; discriminators are those of its framework.
export const POOL_DISCRIMINATOR = Uint8Array.fromHex('f19a6d0411b16dbc');
export const FEE_DISCRIMINATOR = Uint8Array.fromHex('183796faa81b65b2');
export const PROTOCOL_FEE_DISCRIMINATOR = Uint8Array.fromHex('797f628b486e2c76');
const STAKE_RECORD = Uint8Array.fromHex('90cdb7f103fad0d7');
/** Fees that rise with the liquidity used. */
const LIQUIDITY_LINEAR = 1;

/** Sizes of the accounts, which are larger than what they hold. */
export const RESERVE_SIZES = { pool: 88, fee: 48, protocolFee: 104, stakeRecord: 16 } as const;

/** A part, as numerator and denominator. */
export type Ratio = { readonly numerator: bigint; readonly denominator: bigint };

/** A fee of the Reserve: the part at full liquidity, rising in a line to that at none. */
export type ReserveFee = { readonly kind: number; readonly atFull: Ratio; readonly atNone: Ratio };

const ratio = (): FixedSizeCodec<Ratio> =>
  getStructCodec([
    ['numerator', getU64Codec()],
    ['denominator', getU64Codec()],
  ]);

/** Reads and writes a pool; `incomingStake` are lamports in stake accounts that it took and has not emptied yet. */
export function getReservePoolCodec() {
  return getHiddenPrefixCodec(
    getStructCodec([
      ['feeAuthority', getAddressCodec()],
      ['lpMint', getAddressCodec()],
      ['incomingStake', getU64Codec()],
    ]),
    [getConstantCodec(POOL_DISCRIMINATOR)],
  );
}

/** Reads and writes a fee that rises with the liquidity used. */
export function getReserveFeeCodec(): Codec<ReserveFee> {
  return getHiddenPrefixCodec(
    getStructCodec([
      ['kind', getU8Codec()],
      ['atFull', ratio()],
      ['atNone', ratio()],
    ]),
    [getConstantCodec(FEE_DISCRIMINATOR)],
  );
}

/** Makes a fee that rises from one part to another. */
export function linearFee(atFull: Ratio, atNone: Ratio): ReserveFee {
  return { kind: LIQUIDITY_LINEAR, atFull, atNone };
}

/** Reads and writes what the protocol takes of each fee, and who gets it. */
export function getProtocolFeeCodec() {
  return getHiddenPrefixCodec(
    getStructCodec([
      ['destination', getAddressCodec()],
      ['authority', getAddressCodec()],
      ['part', ratio()],
      ['referrerPart', ratio()],
    ]),
    [getConstantCodec(PROTOCOL_FEE_DISCRIMINATOR)],
  );
}

/** Writes what a stake account held when it was taken. */
export function encodeStakeRecord(lamports: bigint): Uint8Array {
  const data = new Uint8Array(RESERVE_SIZES.stakeRecord);
  data.set(STAKE_RECORD);
  new DataView(data.buffer).setBigUint64(STAKE_RECORD.length, lamports, true);
  return data;
}

/** The router's Reserve, which pays SOL for stake accounts at once. */
export const UNSTAKE_PROGRAM_ADDRESS = address('unpXTU2Ndrc7WWNyEhQWe4udTzSibLPi25SXv2xbCHQ');

/** The one pool that the router uses. */
export const RESERVE_POOL = address('FypPtwbY3FUfzJUtXHSyVRokVKG2jKtH29FmK4ebxRSd');

/** Whom the protocol's part of each fee goes to. */
export const RESERVE_PROTOCOL_VAULT = address('EeQmNqm1RcQnee8LTyx6ccVG9FnR8TezQuw2JXq2LC1T');

const seeds = findPda.bind(undefined, UNSTAKE_PROGRAM_ADDRESS);

/** Holds a pool's SOL, and has the authority over the stake accounts it took. */
export function findSolReserves(pool: Address): Address {
  return seeds([{ address: pool }])[0];
}

/** Says what a pool takes for an exit. */
export function findReserveFee(pool: Address): Address {
  return seeds([{ address: pool }, { text: 'fee' }])[0];
}

/** Says which part of the fee the protocol takes. */
export function findProtocolFee(): Address {
  return seeds([{ text: 'protocol-fee' }])[0];
}

/** Keeps what a stake account held when a pool took it. */
export function findStakeRecord(pool: Address, stake: Address): Address {
  return seeds([{ address: pool }, { address: stake }])[0];
}
