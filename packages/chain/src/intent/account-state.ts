import { isSameKey, STAKE_PROGRAM, TOKEN_PROGRAM } from './known-keys.ts';

/** An account as the ledger stores it; `owner` is the program, 32 bytes. */
export type AccountState = {
  readonly lamports: bigint;
  readonly owner: Uint8Array;
  readonly data: Uint8Array;
};

/** What a token account says of who may move its tokens. */
export type TokenState = {
  readonly mint: Uint8Array;
  readonly owner: Uint8Array;
  readonly amount: bigint;
  /** Whether somebody beside the owner may move tokens or close the account. */
  readonly isShared: boolean;
  /** Everything but the amount: mint, owner, delegate, state, close authority. */
  readonly authorities: string;
};

/** What a stake account says of who controls it and what it delegates. */
export type StakeState = {
  readonly staker: Uint8Array;
  readonly withdrawer: Uint8Array;
  readonly hasLockup: boolean;
  /** Lamports delegated; 0 when it is only initialized. */
  readonly delegated: bigint;
};

const TOKEN_ACCOUNT_SIZE = 165;
const STAKE_ACCOUNT_SIZE = 200;

/**
 * Reads an account of the classic Token program.
 *
 * Layout: mint 0, owner 32, u64 amount 64, delegate 72, state 108, is_native 109, delegated amount 121, close
 * authority 129.
 */
export function readTokenState(account: AccountState | undefined): TokenState | undefined {
  if (account === undefined || !isSameKey(account.owner, TOKEN_PROGRAM)) return undefined;
  const { data } = account;
  if (data.length !== TOKEN_ACCOUNT_SIZE) return undefined;
  const hex = Buffer.from(data).toString('hex');
  return {
    mint: data.subarray(0, 32),
    owner: data.subarray(32, 64),
    amount: viewOf(data).getBigUint64(64, true),
    isShared: data[72] !== 0 || data[129] !== 0,
    // Without the amount, and without the rent that a wrapped-SOL account remembers.
    authorities: hex.slice(0, 128) + hex.slice(144, 218) + hex.slice(242),
  };
}

/**
 * Reads an account of the stake program.
 *
 * Layout: u32 state 0 (1 initialized, 2 delegated), staker 12, withdrawer 44, lockup 76 (i64 time, u64 epoch,
 * custodian), u64 delegated 156.
 */
export function readStakeState(account: AccountState | undefined): StakeState | undefined {
  if (account === undefined || !isSameKey(account.owner, STAKE_PROGRAM)) return undefined;
  const { data } = account;
  const state = data[0];
  if (data.length !== STAKE_ACCOUNT_SIZE || (state !== 1 && state !== 2)) return undefined;
  return {
    staker: data.subarray(12, 44),
    withdrawer: data.subarray(44, 76),
    hasLockup: data.subarray(76, 92).some((byte) => byte !== 0),
    delegated: state === 2 ? viewOf(data).getBigUint64(156, true) : 0n,
  };
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
