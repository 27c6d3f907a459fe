import { createHash } from 'node:crypto';
import { type Address, address, getAddressEncoder, getU32Encoder } from '@solana/kit';
import { getAddressDecoder } from '@staking-agent/chain/address';
import { findFixedPda, findPda } from '../../vm/models/find-pda.ts';
import {
  NATIVE_MINT_ADDRESS,
  STAKE_PROGRAM_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../../vm/program-addresses.ts';

/** The router's program over stake pools and its Reserve. */
export const STAKEDEX_PROGRAM_ADDRESS = address('stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq');

/** Seed of the account that wrapped SOL passes through on its way into a pool. */
export const WSOL_BRIDGE_SEED = 'wsol_bridge_in';
/** Seed of the stake account that repays the rent of a new one. */
export const SLUMDOG_SEED = 'slumdog';

const find = findPda.bind(undefined, STAKEDEX_PROGRAM_ADDRESS);

/** Holds SOL between a wrapped-SOL account and a pool. */
export const SOL_BRIDGE_OUT: Address = findFixedPda(STAKEDEX_PROGRAM_ADDRESS, [{ text: 'sol_bridge_out' }]);
/** Lends the rent of new stake accounts until the Reserve repays it. */
export const PREFUNDER: Address = findFixedPda(STAKEDEX_PROGRAM_ADDRESS, [{ text: 'prefunder' }]);
/** A wrapped-SOL account that lives within one instruction. */
export const WSOL_BRIDGE_IN: Address = seeded(SOL_BRIDGE_OUT, WSOL_BRIDGE_SEED, TOKEN_PROGRAM_ADDRESS);
/** What the router takes in wrapped SOL. */
export const WSOL_FEE_ACCOUNT: Address = findFeeAccount(NATIVE_MINT_ADDRESS);

/** Derives the account that collects the router's fee in a token. */
export function findFeeAccount(mint: Address): Address {
  return find([{ text: 'fee' }, { address: mint }])[0];
}

/** The stake account that a wallet gets for a seed. */
export function findBridgeStake(wallet: Address, seed: number): Address {
  return find([
    { text: 'bridge_stake' },
    { address: wallet },
    new Uint8Array(getU32Encoder().encode(seed)),
  ])[0];
}

/** The stake account that is split off a new one to repay its rent. */
export function findSlumdogStake(bridgeStake: Address): Address {
  return seeded(bridgeStake, SLUMDOG_SEED, STAKE_PROGRAM_ADDRESS);
}

function seeded(base: Address, seed: string, owner: Address): Address {
  const { encode } = getAddressEncoder();
  const hash = createHash('sha256')
    .update(encode(base) as Uint8Array)
    .update(seed)
    .update(encode(owner) as Uint8Array);
  return getAddressDecoder().decode(hash.digest());
}
