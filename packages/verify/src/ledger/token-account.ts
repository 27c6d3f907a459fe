import { isSame, TOKEN_PROGRAM } from '../bytes/index.ts';
import type { LedgerAccount } from '../evidence.ts';
import { encodeAddress } from './encode-address.ts';
import { u32At, u64At } from './little-endian.ts';

/** An account of the classic Token program. */
export type TokenAccount = {
  readonly mint: Uint8Array;
  readonly owner: Uint8Array;
  /** Base units. */
  readonly amount: bigint;
  /** Whether it is in use and not frozen. */
  readonly isOpen: boolean;
  /** Whether somebody beside the owner may move what is in it, or close it. */
  readonly isShared: boolean;
};

/** Bytes of an account of the classic Token program. */
export const TOKEN_ACCOUNT_SIZE = 165;

const AMOUNT_AT = 64;
const DELEGATE_AT = 72;
const STATE_AT = 108;
const NATIVE_RENT_AT = 113;
const DELEGATED_AT = 121;
const CLOSE_AUTHORITY_AT = 129;
const INITIALIZED = 1;
const TOKEN_PROGRAM_ADDRESS = encodeAddress(TOKEN_PROGRAM);

/**
 * Reads an account of the classic Token program; undefined for any other account, and one that nobody has initialised.
 *
 * Layout: mint 0, owner 32, u64 amount 64, delegate 72, state 108, whether it is native 109, its rent as such 113, delegated
 * amount 121, close authority 129.
 */
export function readTokenAccount(account: LedgerAccount | undefined): TokenAccount | undefined {
  if (account?.owner !== TOKEN_PROGRAM_ADDRESS || account.data.length !== TOKEN_ACCOUNT_SIZE)
    return undefined;
  const { data } = account;
  if (data[STATE_AT] === 0) return undefined;
  return {
    mint: data.subarray(0, 32),
    owner: data.subarray(32, 64),
    amount: u64At(data, AMOUNT_AT) ?? 0n,
    isOpen: data[STATE_AT] === INITIALIZED,
    isShared: u32At(data, DELEGATE_AT) !== 0 || u32At(data, CLOSE_AUTHORITY_AT) !== 0,
  };
}

/**
 * Whether two token accounts are the same in every field but the amount: mint, owner, delegate and what it may move, state,
 * close authority.
 *
 * @param isWrapped - of wrapped SOL, which remembers the rent it was made with and may be closed and made again.
 */
export function isSameButAmount(a: Uint8Array, b: Uint8Array, isWrapped: boolean): boolean {
  const rentEnd = isWrapped ? DELEGATED_AT : NATIVE_RENT_AT;
  return (
    a.length === b.length &&
    isSame(a.subarray(0, AMOUNT_AT), b.subarray(0, AMOUNT_AT)) &&
    isSame(a.subarray(DELEGATE_AT, NATIVE_RENT_AT), b.subarray(DELEGATE_AT, NATIVE_RENT_AT)) &&
    isSame(a.subarray(rentEnd), b.subarray(rentEnd))
  );
}
