import type { Address, EncodedAccount } from '@solana/kit';

/** Reads a mint, whose decimals a token account is printed with. */
export type FindMint = (mint: Address) => EncodedAccount | undefined;

/** A program's account in words: agave `account-decoder`. */
export type ParsedAccount = { readonly type: string; readonly info: object };
