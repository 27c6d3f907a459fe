import type { EncodedAccount } from '@solana/kit';
import { STAKE_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESSES } from '../src/vm/program-addresses.ts';

/*
 * What accounts say of whose they are, for judges of transactions: read from the bytes of the ledger, with no code of the
 * service and of its verifier.
 */

/** One account before and after; undefined where there is none. */
export type Changed = {
  readonly address: string;
  readonly before: EncodedAccount | undefined;
  readonly after: EncodedAccount | undefined;
};

/** What a token account says; addresses as their 32 bytes in hexadecimal. */
export type TokenHolding = {
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
  /** Whether nobody but its owner can move, freeze or close what is in it: initialised, no delegate, no closer. */
  readonly isFree: boolean;
};

/** What a stake account says. */
export type StakeHolding = {
  readonly staker: string;
  readonly withdrawer: string;
  readonly hasLockup: boolean;
  readonly voter: string;
  readonly delegated: bigint;
  readonly deactivationEpoch: bigint;
};

/** Reads a token account of either token program; undefined for one that nobody has initialised. */
export function readTokens(account: EncodedAccount | undefined): TokenHolding | undefined {
  if (account === undefined || !TOKEN_PROGRAM_ADDRESSES.has(account.programAddress)) return undefined;
  const data = Buffer.from(account.data);
  if (data.length < 165 || data[108] === 0) return undefined;
  return {
    mint: data.toString('hex', 0, 32),
    owner: data.toString('hex', 32, 64),
    amount: data.readBigUInt64LE(64),
    isFree: data[108] === 1 && data[72] === 0 && data[129] === 0,
  };
}

/** Reads a stake account that belongs to somebody. */
export function readStake(account: EncodedAccount | undefined): StakeHolding | undefined {
  if (
    account === undefined ||
    account.programAddress !== STAKE_PROGRAM_ADDRESS ||
    account.data.length !== 200
  )
    return undefined;
  const data = Buffer.from(account.data);
  const state = data.readUInt32LE(0);
  if (state !== 1 && state !== 2) return undefined;
  return {
    staker: data.toString('hex', 12, 44),
    withdrawer: data.toString('hex', 44, 76),
    hasLockup: data.readBigInt64LE(76) !== 0n || data.readBigUInt64LE(84) !== 0n,
    voter: state === 2 ? data.toString('hex', 124, 156) : '',
    delegated: state === 2 ? data.readBigUInt64LE(156) : 0n,
    deactivationEpoch: state === 2 ? data.readBigUInt64LE(172) : 2n ** 64n - 1n,
  };
}

/** Whether an account names a key anywhere in its data. */
export function names(account: EncodedAccount | undefined, key: Uint8Array): boolean {
  return account !== undefined && Buffer.from(account.data).includes(key);
}

/** Whether two accounts are the same but for some bytes of their data, and neither lost lamports. */
export function isKept(
  before: EncodedAccount,
  after: EncodedAccount | undefined,
  ...free: readonly (readonly [from: number, to: number])[]
): boolean {
  if (after === undefined || after.programAddress !== before.programAddress) return false;
  if (after.data.length !== before.data.length) return false;
  return before.data.every(
    (byte, at) => byte === after.data[at] || free.some(([from, to]) => at >= from && at < to),
  );
}
