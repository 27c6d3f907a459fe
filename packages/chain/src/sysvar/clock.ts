import { type Address, address } from '@solana/kit';

/** The account of the ledger's clock. */
export const CLOCK_ADDRESS: Address = address('SysvarC1ock11111111111111111111111111111111');

const SIZE = 40;
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
  if (data === undefined || data.length < SIZE) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [epochStart, now] = [view.getBigInt64(8, true), view.getBigInt64(32, true)];
  if ([epochStart, now].some((time) => time < -LAST_SECOND || time > LAST_SECOND)) return undefined;
  return { slot: view.getBigUint64(0, true), epochStart, epoch: view.getBigUint64(16, true), now };
}
