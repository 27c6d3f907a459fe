import { type Address, address } from '@solana/kit';

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
