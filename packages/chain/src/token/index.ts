export { getCreateTokenAccountInstruction } from './create-token-account.ts';
export { findAssociatedTokenAddress, TOKEN_PROGRAM_ADDRESS } from './find-associated-token-address.ts';
export { getRequireBalanceInstruction } from './require-balance.ts';
