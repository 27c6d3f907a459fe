import { type Address, address } from '@solana/kit';
import { findPda } from '../../vm/models/find-pda.ts';

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
