import { type Address, address } from '@solana/kit';

/** The account of the ledger's clock. */
export const CLOCK_ADDRESS: Address = address('SysvarC1ock11111111111111111111111111111111');

const CLOCK_SIZE = 40;
/** Unix seconds that a Date holds, either side of 1970. */
const LAST_SECOND = 8_640_000_000_000n;

/** What the ledger's clock says; times in Unix seconds, as the validators vote on them. */
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

/**
 * Decodes whether rewards are being paid out, the last byte of the account.
 *
 * @returns undefined for data that is too short.
 */
export function decodeEpochRewards(data: Uint8Array | undefined): { readonly isActive: boolean } | undefined {
  return data === undefined || data.length < EPOCH_REWARDS_SIZE
    ? undefined
    : { isActive: data[EPOCH_REWARDS_SIZE - 1] === 1 };
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
