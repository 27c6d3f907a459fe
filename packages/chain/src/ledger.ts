export { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token';

import { type Address, address, createNoopSigner, type Instruction } from '@solana/kit';
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { findProgramAddress, toAddress, toAddressBytes } from '#address';

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
const MINT_AT = 0;
const OWNER_AT = 32;
const AMOUNT_AT = 64;
const STATE_AT = 108;
const FROZEN = 2;

/**
 * Decodes what a token account holds, in base units; both token programs share this layout.
 *
 * @param owner - whose it must be: a wallet can give its associated account away, and its address does not show it.
 * @returns undefined for data that is too short, and for the account of another owner.
 */
export function decodeTokenAmount(data: Uint8Array | undefined, owner?: Address): bigint | undefined {
  const amount = readU64(data, AMOUNT_AT, TOKEN_ACCOUNT_SIZE);
  return owner === undefined || isOwnedBy(data, owner) ? amount : undefined;
}

function isOwnedBy(data: Uint8Array | undefined, owner: Address): boolean {
  return hasKeyAt(data, OWNER_AT, owner);
}

/**
 * Checks whether data is what an associated token account of a mint can hold: none, or an account of that mint. Its owner can
 * give it away, but no instruction changes its mint.
 */
export function isOfMint(data: Uint8Array | undefined, mint: Address): boolean {
  return data === undefined || data.length < TOKEN_ACCOUNT_SIZE || hasKeyAt(data, MINT_AT, mint);
}

function hasKeyAt(data: Uint8Array | undefined, at: number, key: Address): boolean {
  return toAddressBytes(key).every((byte, i) => byte === data?.[at + i]);
}

const INVALID_OWNER = { program: ASSOCIATED_TOKEN_PROGRAM_ADDRESS, code: 0 };
const ACCOUNT_FROZEN = { program: TOKEN_PROGRAM_ADDRESS, code: 17 };

/**
 * Finds the error by which every transaction fails that uses the associated token account of a wallet.
 *
 * @returns undefined where nothing is wrong with it, or there is none.
 */
export function findTokenFault(
  data: Uint8Array | undefined,
  wallet: Address,
): { readonly program: Address; readonly code: number } | undefined {
  if (data === undefined || data.length < TOKEN_ACCOUNT_SIZE) return undefined;
  if (!isOwnedBy(data, wallet)) return INVALID_OWNER;
  return data[STATE_AT] === FROZEN ? ACCOUNT_FROZEN : undefined;
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

/** Checks whether an account is the associated token account of a wallet, and shows another owner. */
export function isGivenAway(account: string, data: Uint8Array | undefined, wallet: Address): boolean {
  if (data === undefined || findTokenFault(data, wallet) !== INVALID_OWNER) return false;
  return findAssociatedTokenAddress(wallet, toAddress(data.subarray(MINT_AT, OWNER_AT))) === account;
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

/** The account of the ledger's clock. */
export const CLOCK_ADDRESS: Address = address('SysvarC1ock11111111111111111111111111111111');

const CLOCK_SIZE = 40;
/** Unix seconds that a Date holds, either side of 1970. */
const LAST_SECOND = 8_640_000_000_000n;

/** Fields of the clock sysvar; times in Unix seconds, as the validators vote on them. */
export type Clock = {
  readonly slot: bigint;
  /** When the first slot of the epoch was. */
  readonly epochStart: bigint;
  readonly epoch: bigint;
  readonly now: bigint;
};

/**
 * Decodes the clock: slot, start of the epoch, epoch, epoch of the next leader schedule, time; 8 bytes each.
 *
 * @returns undefined for data that is too short, and for times that no calendar has.
 */
export function decodeClock(data: Uint8Array | undefined): Clock | undefined {
  if (data === undefined || data.length < CLOCK_SIZE) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [epochStart, now] = [view.getBigInt64(8, true), view.getBigInt64(32, true)];
  if ([epochStart, now].some((time) => time < -LAST_SECOND || time > LAST_SECOND)) return undefined;
  return { slot: view.getBigUint64(0, true), epochStart, epoch: view.getBigUint64(16, true), now };
}

/** The account in which the ledger says how the rewards of the last epoch are paid out. */
export const EPOCH_REWARDS_ADDRESS: Address = address('SysvarEpochRewards1111111111111111111111111');

const EPOCH_REWARDS_SIZE = 81;

/** Checks whether rewards are being paid out, by the last byte of that account: then no stake account can be changed. */
export function arePayingRewards(data: Uint8Array | undefined): boolean {
  return data?.[EPOCH_REWARDS_SIZE - 1] === 1;
}

/** The account in which the ledger keeps the stake of the whole cluster by epoch. */
export const STAKE_HISTORY_ADDRESS: Address = address('SysvarStakeHistory1111111111111111111111111');

const COUNT_SIZE = 8;
/** Epoch, effective, activating, deactivating. */
const ENTRY_SIZE = 32;

/** The cluster's stake in an epoch, in lamports. */
type Entry = { readonly effective: bigint; readonly activating: bigint; readonly deactivating: bigint };

/**
 * Decodes the stake of the cluster in the epochs that ended, up to 512 of them.
 *
 * @returns undefined for data that is shorter than its entries.
 */
export function decodeStakeHistory(data: Uint8Array | undefined): ReadonlyMap<bigint, Entry> | undefined {
  if (data === undefined || data.length < COUNT_SIZE) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const count = view.getBigUint64(0, true);
  if (count > BigInt(Math.floor((data.length - COUNT_SIZE) / ENTRY_SIZE))) return undefined;
  const entries = new Map<bigint, Entry>();
  for (let place = 0; place < Number(count); place += 1) {
    const at = COUNT_SIZE + place * ENTRY_SIZE;
    const u64 = (offset: number) => view.getBigUint64(at + offset, true);
    entries.set(u64(0), { effective: u64(8), activating: u64(16), deactivating: u64(24) });
  }
  return entries;
}

export const LOOKUP_TABLE_PROGRAM_ADDRESS: Address = address('AddressLookupTab1e1111111111111111111111111');

const TABLE_HEADER_SIZE = 56;
const KEY_SIZE = 32;
const LOOKUP_TABLE_TYPE = 1;
const NEVER = 0xffff_ffff_ffff_ffffn;

export type LookupTable = {
  /** The slot in which its owner gave it up; undefined while it is in use. */
  readonly deactivationSlot: bigint | undefined;
  /** The keys in order, 32 bytes each. */
  readonly keys: readonly Uint8Array[];
};

/**
 * Decodes a lookup table: its type (u32), the slot of its deactivation (u64) and, from byte 56, keys of 32 bytes.
 *
 * Source: `ProgramState` and `LookupTableMeta` of the Address Lookup Table program.
 *
 * @returns undefined unless the account is a lookup table.
 */
export function decodeLookupTable(
  account: { readonly owner: string; readonly data: Uint8Array } | undefined,
): LookupTable | undefined {
  if (account?.owner !== LOOKUP_TABLE_PROGRAM_ADDRESS || account.data.length < TABLE_HEADER_SIZE)
    return undefined;
  const { data } = account;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  if (view.getUint32(0, true) !== LOOKUP_TABLE_TYPE) return undefined;
  const deactivationSlot = view.getBigUint64(4, true);
  const count = Math.floor((data.length - TABLE_HEADER_SIZE) / KEY_SIZE);
  return {
    deactivationSlot: deactivationSlot === NEVER ? undefined : deactivationSlot,
    keys: Array.from({ length: count }, (_, i) => {
      const at = TABLE_HEADER_SIZE + i * KEY_SIZE;
      return Uint8Array.from(data.subarray(at, at + KEY_SIZE));
    }),
  };
}
