import { type Address, address } from '@solana/kit';
import { TOKEN_PROGRAM_ADDRESS } from '../vm/program-addresses.ts';
import { findPda } from './find-pda.ts';

const ASSOCIATED_TOKEN_PROGRAM_ADDRESS = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** An owner's associated token account of a mint. */
export function findAssociated(
  owner: Address,
  mint: Address,
  tokenProgram: Address = TOKEN_PROGRAM_ADDRESS,
): Address {
  const seeds = [{ address: owner }, { address: tokenProgram }, { address: mint }];
  return findPda(ASSOCIATED_TOKEN_PROGRAM_ADDRESS, seeds)[0];
}
