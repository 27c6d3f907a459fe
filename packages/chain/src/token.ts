export { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';

import { type Address, createNoopSigner, type Instruction } from '@solana/kit';
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { findProgramAddress, toAddressBytes } from '#address';

/**
 * Creates an associated token account; does nothing when the account exists.
 *
 * @param input.account - the associated address of `owner` and `mint`.
 * @param input.payer - who pays its rent; the owner unless given.
 */
export function getCreateTokenAccountInstruction(input: {
  owner: Address;
  mint: Address;
  account: Address;
  payer?: Address;
}): Instruction {
  return getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(input.payer ?? input.owner),
    owner: input.owner,
    mint: input.mint,
    ata: input.account,
  });
}

const MINT_SIZE = 82;
const SUPPLY_AT = 36;
const DECIMALS_AT = 44;
const TOKEN_ACCOUNT_SIZE = 165;
const AMOUNT_AT = 64;

/**
 * Decodes what a token account holds, in base units; both token programs share this layout.
 *
 * @returns undefined for data that is too short.
 */
export function decodeTokenAmount(data: Uint8Array | undefined): bigint | undefined {
  return readU64(data, AMOUNT_AT, TOKEN_ACCOUNT_SIZE);
}

/**
 * Decodes how much there is of a mint, in base units; both token programs share this layout.
 *
 * @returns undefined for data that is too short.
 */
export function decodeMintSupply(data: Uint8Array | undefined): bigint | undefined {
  return readU64(data, SUPPLY_AT, MINT_SIZE);
}

/**
 * Decodes how many decimals a mint has; both token programs share this layout.
 *
 * @returns undefined for data that is too short.
 */
export function decodeMintDecimals(data: Uint8Array | undefined): number | undefined {
  return data === undefined || data.length < MINT_SIZE ? undefined : data[DECIMALS_AT];
}

// The installed decoders read all keys of an account beside the one number that is wanted.
function readU64(data: Uint8Array | undefined, at: number, size: number): bigint | undefined {
  if (data === undefined || data.length < size) return undefined;
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(at, true);
}

/**
 * Finds the address of the one token account that an owner has by default for a mint.
 *
 * @param tokenProgram - the program that owns the mint; the classic Token program unless given.
 */
export function findAssociatedTokenAddress(
  owner: Address,
  mint: Address,
  tokenProgram: Address = TOKEN_PROGRAM_ADDRESS,
): Address {
  const seeds = [owner, tokenProgram, mint].map(toAddressBytes);
  return findProgramAddress(ASSOCIATED_TOKEN_PROGRAM_ADDRESS, seeds)[0];
}

/**
 * Transfers tokens from an account to itself: this changes nothing, but fails the transaction when the account holds fewer.
 */
export function getRequireBalanceInstruction(input: {
  account: Address;
  owner: Address;
  amount: bigint;
}): Instruction {
  const { account, owner, amount } = input;
  return getTransferInstruction({
    source: account,
    destination: account,
    authority: createNoopSigner(owner),
    amount,
  });
}
