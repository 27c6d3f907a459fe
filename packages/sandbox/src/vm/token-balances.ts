import type { Address, EncodedAccount } from '@solana/kit';
import { getAddressDecoder } from '@staking-agent/chain/address';
import { TOKEN_PROGRAM_ADDRESSES } from './program-addresses.ts';

const TOKEN_ACCOUNT_SIZE = 165;
const MINT_SIZE = 82;
const ACCOUNT_TYPE_OFFSET = 165;
const OWNER_OFFSET = 32;
const AMOUNT_OFFSET = 64;
const STATE_OFFSET = 108;
const SUPPLY_OFFSET = 36;
const DECIMALS_OFFSET = 44;
const IS_INITIALIZED_OFFSET = 45;

const addressDecoder = getAddressDecoder();

/** A token account's balance inside a transaction, in base units of its mint. */
export type TokenBalance = {
  readonly accountIndex: number;
  readonly mint: Address;
  readonly owner: Address;
  readonly programId: Address;
  readonly amount: bigint;
  readonly decimals: number;
};

/** The part of a token account that both token programs share, or undefined for any other account. */
export function parseTokenAccount(
  account: EncodedAccount,
): { mint: Address; owner: Address; amount: bigint } | undefined {
  if (!isTokenAccount(account)) return undefined;
  const { data } = account;
  return {
    mint: addressDecoder.decode(data, 0),
    owner: addressDecoder.decode(data, OWNER_OFFSET),
    amount: new DataView(data.buffer, data.byteOffset).getBigUint64(AMOUNT_OFFSET, true),
  };
}

/** Reads the base units that a token account of a ledger or of a call holds; zero when it does not exist. */
export function readTokens(
  { findAccount }: { findAccount(address: Address): EncodedAccount | undefined },
  address: Address,
): bigint {
  const account = findAccount(address);
  return (account && parseTokenAccount(account)?.amount) ?? 0n;
}

/** Reads the base units of a mint that exist; zero where there is no such mint. */
export function readSupply(
  { findAccount }: { findAccount(address: Address): EncodedAccount | undefined },
  mint: Address,
): bigint {
  const account = findAccount(mint);
  return (account && parseMintSupply(account)) ?? 0n;
}

/** Decimals of a mint, or undefined when the account is no initialized mint. */
export function parseMintDecimals(account: EncodedAccount | undefined): number | undefined {
  if (account === undefined || !isMint(account)) return undefined;
  return account.data[DECIMALS_OFFSET];
}

/** Base units of a mint in existence, or undefined when the account is no initialized mint. */
export function parseMintSupply(account: EncodedAccount): bigint | undefined {
  if (!isMint(account)) return undefined;
  const { data } = account;
  return new DataView(data.buffer, data.byteOffset).getBigUint64(SUPPLY_OFFSET, true);
}

/** Tells if an account is an initialized token account of one of the token programs. */
export function isTokenAccount({ programAddress, data }: EncodedAccount): boolean {
  if (!TOKEN_PROGRAM_ADDRESSES.has(programAddress) || data[STATE_OFFSET] === 0) return false;
  if (data.length === TOKEN_ACCOUNT_SIZE) return true;
  return data.length > TOKEN_ACCOUNT_SIZE && data[ACCOUNT_TYPE_OFFSET] === 2;
}

/** Tells if an account is an initialized mint of one of the token programs. */
export function isMint({ programAddress, data }: EncodedAccount): boolean {
  if (!TOKEN_PROGRAM_ADDRESSES.has(programAddress) || data[IS_INITIALIZED_OFFSET] !== 1) return false;
  return data.length === MINT_SIZE || (data.length > TOKEN_ACCOUNT_SIZE && data[ACCOUNT_TYPE_OFFSET] === 1);
}

/**
 * Token balances among a transaction's accounts.
 *
 * @param accounts - the accounts in the transaction's order; undefined where none exists.
 * @param findMint - reads a mint that may not be part of the transaction.
 */
export function listTokenBalances(
  accounts: readonly (EncodedAccount | undefined)[],
  findMint: (mint: Address) => EncodedAccount | undefined,
): TokenBalance[] {
  return accounts.flatMap((account, accountIndex) => {
    const token = account === undefined ? undefined : parseTokenAccount(account);
    if (account === undefined || token === undefined) return [];
    const decimals = parseMintDecimals(findMint(token.mint));
    if (decimals === undefined) return [];
    return [{ accountIndex, ...token, programId: account.programAddress, decimals }];
  });
}

/**
 * Prints base units as JSON-RPC does, exactly: as text, and with the decimal point set; only `uiAmount` is a float, as the RPC
 * defines it.
 */
export function toUiTokenAmount(amount: bigint, decimals: number) {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const uiAmountString = fraction === '' ? whole : `${whole}.${fraction}`;
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}
