import { findProgramAddress } from './find-program-address.ts';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from './known-keys.ts';

/** Derives the one associated token account of an owner for a mint. */
export function findAssociatedTokenAddress(
  owner: Uint8Array,
  mint: Uint8Array,
  tokenProgram: Uint8Array = TOKEN_PROGRAM,
): Uint8Array {
  return findProgramAddress([owner, tokenProgram, mint], ASSOCIATED_TOKEN_PROGRAM);
}
