import { hash } from 'node:crypto';
import { STAKE_PROGRAM_ADDRESS } from '@solana-program/stake';
import { toAddressBytes } from '#address';

const STAKE_PROGRAM = toAddressBytes(STAKE_PROGRAM_ADDRESS);

/**
 * Derives the address of a stake account from its wallet and a seed: `Pubkey::create_with_seed`.
 *
 * @param seed - at most 32 bytes, the UTF-8 of a text.
 * @returns 32 bytes.
 */
export function deriveStakeAccount(wallet: Uint8Array, seed: Uint8Array): Uint8Array {
  return hash('sha256', Buffer.concat([wallet, seed, STAKE_PROGRAM]), 'buffer');
}
