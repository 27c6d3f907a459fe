import type { Address } from '@solana/kit';
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS } from '@staking-agent/chain/token';
import { findPda } from '../vm/models/find-pda.ts';
import { TOKEN_PROGRAM_ADDRESS } from '../vm/program-addresses.ts';

/** An owner's associated token account of a mint. */
export function findAssociated(
  owner: Address,
  mint: Address,
  tokenProgram: Address = TOKEN_PROGRAM_ADDRESS,
): Address {
  const seeds = [{ address: owner }, { address: tokenProgram }, { address: mint }];
  return findPda(ASSOCIATED_TOKEN_PROGRAM_ADDRESS, seeds)[0];
}
