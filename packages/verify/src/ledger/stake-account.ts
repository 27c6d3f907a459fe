import { STAKE_PROGRAM } from '../bytes/index.ts';
import type { LedgerAccount } from '../evidence.ts';
import { encodeAddress } from './encode-address.ts';
import { u64At } from './little-endian.ts';

/** A delegated account of the stake program. */
export type StakeAccount = {
  readonly staker: Uint8Array;
  readonly withdrawer: Uint8Array;
  /** Whether a time, an epoch or a custodian of a lockup is set. */
  readonly hasLockup: boolean;
  readonly voteAccount: Uint8Array;
  /** Lamports. */
  readonly delegated: bigint;
  /** The highest u64 while it is not deactivated. */
  readonly deactivationEpoch: bigint;
};

/** Bytes of an account of the stake program. */
export const STAKE_ACCOUNT_SIZE = 200;

const DELEGATED = 2;
const STAKE_PROGRAM_ADDRESS = encodeAddress(STAKE_PROGRAM);

/**
 * Reads a delegated stake account; undefined for any other account.
 *
 * Layout: u32 state 0, staker 12, withdrawer 44, lockup 76 to 124, vote account 124, u64 delegated 156, u64 deactivation
 * epoch 172.
 */
export function readStakeAccount(account: LedgerAccount | undefined): StakeAccount | undefined {
  if (account?.owner !== STAKE_PROGRAM_ADDRESS || account.data.length !== STAKE_ACCOUNT_SIZE)
    return undefined;
  const { data } = account;
  if (data[0] !== DELEGATED) return undefined;
  return {
    staker: data.subarray(12, 44),
    withdrawer: data.subarray(44, 76),
    hasLockup: data.subarray(76, 124).some((byte) => byte !== 0),
    voteAccount: data.subarray(124, 156),
    delegated: u64At(data, 156) ?? 0n,
    deactivationEpoch: u64At(data, 172) ?? 0n,
  };
}
