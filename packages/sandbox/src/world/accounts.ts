import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { type Address, lamports } from '@solana/kit';
import { AccountState, getMintEncoder, getTokenEncoder } from '@solana-program/token';
import { getAddressDecoder, toAddressBytes } from '@staking-agent/chain/address';
import type { Bank } from '../vm/bank.ts';
import { LOOKUP_TABLE } from '../vm/loaded-transaction.ts';
import {
  ADDRESS_LOOKUP_TABLE_PROGRAM_ADDRESS,
  NATIVE_MINT_ADDRESS,
  TOKEN_PROGRAM_ADDRESS,
} from '../vm/program-addresses.ts';
import { createAccount } from '../vm/sandbox-vm.ts';
import { STAKE_ACCOUNT_SIZE } from '../vm/stake-account.ts';

/** DER header of an Ed25519 private key (RFC 8410), before its 32 bytes. */
const ED25519_PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const addressDecoder = getAddressDecoder();

/** A key pair of the sandbox's own world; public knowledge. */
export type DeterministicKey = { readonly address: Address; readonly privateKey: KeyObject };

const known = new Map<string, DeterministicKey>();

/** Derives the key pair a name stands for in every sandbox. */
export function createDeterministicKey(name: string): DeterministicKey {
  const key = known.get(name) ?? derive(name);
  known.set(name, key);
  return key;
}

function derive(name: string): DeterministicKey {
  const seed = createHash('sha256').update(`staking-agent sandbox: ${name}`).digest();
  const privateKey = createPrivateKey({
    key: Buffer.concat([ED25519_PRIVATE_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { address: addressDecoder.decode(spki.subarray(-32)), privateKey };
}

/** Unix seconds at which the accounts of genesis say they were written: before any world begins, so that all share them. */
export const SEEDED_AT = 1_767_225_600n;

/** Slots a table of the world is old at genesis: about a month. */
const AGE = 6_000_000n;

/** Writes an active lookup table, old enough for all its addresses to be usable. */
export function seedLookupTable(bank: Bank, table: Address, addresses: readonly Address[]): void {
  const head = Buffer.alloc(LOOKUP_TABLE.keysAt);
  head.writeUInt32LE(LOOKUP_TABLE.kind);
  head.writeBigUInt64LE(LOOKUP_TABLE.never, LOOKUP_TABLE.deactivationSlotAt);
  head.writeBigUInt64LE(bank.openSlot() - AGE, LOOKUP_TABLE.lastExtendedSlotAt);
  head.writeUInt8(1, LOOKUP_TABLE.hasAuthorityAt);
  head.set(toAddressBytes(findProgramAccount('lookup table authority')), LOOKUP_TABLE.authorityAt);
  const data = Buffer.concat([head, ...addresses.map(toAddressBytes)]);
  setProgramAccount(bank, table, ADDRESS_LOOKUP_TABLE_PROGRAM_ADDRESS, data);
}

/** Returns the address a name stands for in every sandbox. */
export function findProgramAccount(name: string): Address {
  return createDeterministicKey(name).address;
}

/** Returns the lamports that make an account of so many bytes rent exempt. */
export function getRent(bank: Bank, space: number): bigint {
  return bank.vm().minimumBalanceForRentExemption(BigInt(space));
}

/** Describes what accounts cost, in lamports. */
export function describeRent(bank: Bank): object {
  return {
    rentLamportsPerByte: bank.vm().getRent().lamportsPerByteYear.toString(),
    stakeAccountRentLamports: getRent(bank, STAKE_ACCOUNT_SIZE).toString(),
    tokenAccountRentLamports: getRent(bank, getTokenEncoder().fixedSize).toString(),
  };
}

/**
 * Writes an account of a program.
 *
 * @param balance - lamports; rent exemption unless given.
 */
export function setProgramAccount(
  bank: Bank,
  address: Address,
  programAddress: Address,
  data: ArrayLike<number>,
  balance = getRent(bank, data.length),
): void {
  bank.setAccount(createAccount(address, programAddress, Uint8Array.from(data), balance));
}

/** Writes a mint of the token program; `supply` is in base units. */
export function setMint(
  bank: Bank,
  address: Address,
  mint: { readonly mintAuthority: Address; readonly decimals: number; readonly supply: bigint },
  freezeAuthority: Address | null = null,
): void {
  const data = getMintEncoder().encode({ ...mint, isInitialized: true, freezeAuthority });
  setProgramAccount(bank, address, TOKEN_PROGRAM_ADDRESS, data);
}

/**
 * Writes a token account.
 *
 * @param token.amount - base units; of wrapped SOL lamports, which are added to the rent.
 * @param token.delegate - may spend all of it.
 */
export function setTokenAccount(
  bank: Bank,
  address: Address,
  token: {
    readonly mint: Address;
    readonly owner: Address;
    readonly amount: bigint;
    readonly delegate?: Address;
    readonly tokenProgram?: Address;
  },
): void {
  const { mint, owner, amount, delegate = null, tokenProgram = TOKEN_PROGRAM_ADDRESS } = token;
  const encoder = getTokenEncoder();
  const rent = getRent(bank, encoder.fixedSize);
  const isNative = mint === NATIVE_MINT_ADDRESS;
  const data = encoder.encode({
    mint,
    owner,
    amount,
    delegate,
    state: AccountState.Initialized,
    isNative: isNative ? rent : null,
    delegatedAmount: delegate === null ? 0n : amount,
    closeAuthority: null,
  });
  setProgramAccount(bank, address, tokenProgram, data, isNative ? rent + amount : rent);
}

const AMOUNT_OFFSET = 64;
const SUPPLY_OFFSET = 36;

/** Adds base units to a token account, or takes them off, outside of any transaction. */
export function addTokens(bank: Bank, account: Address, baseUnits: bigint): void {
  addAt(bank, account, AMOUNT_OFFSET, baseUnits);
}

/** The same for wrapped SOL, whose tokens are lamports of the account. */
export function addWrappedSol(bank: Bank, address: Address, amount: bigint): void {
  addTokens(bank, address, amount);
  const account = bank.findAccount(address);
  if (account !== undefined) bank.setAccount({ ...account, lamports: lamports(account.lamports + amount) });
}

/** Adds base units to the supply of a mint, outside of any transaction. */
export function addToSupply(bank: Bank, mint: Address, baseUnits: bigint): void {
  addAt(bank, mint, SUPPLY_OFFSET, baseUnits);
}

function addAt(bank: Bank, address: Address, offset: number, baseUnits: bigint): void {
  const account = bank.findAccount(address);
  if (account === undefined) throw new Error(`${address} does not exist.`);
  const data = Uint8Array.from(account.data);
  const view = new DataView(data.buffer);
  view.setBigUint64(offset, view.getBigUint64(offset, true) + baseUnits, true);
  bank.setAccount({ ...account, data });
}
