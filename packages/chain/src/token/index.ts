export { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';
export { getCreateTokenAccountInstruction } from './create-token-account.ts';
export { decodeMintDecimals, decodeMintSupply, decodeTokenAmount } from './decode-amounts.ts';
export { findAssociatedTokenAddress } from './find-associated-token-address.ts';
export { getRequireBalanceInstruction } from './require-balance.ts';
