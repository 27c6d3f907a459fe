import type { Clock } from '@staking-agent/chain/sysvar';
import type { AvailableAt } from '@staking-agent/wire';

/** Slots of the running epoch: those that were, and all of it. */
export type EpochSlots = { readonly elapsed: bigint; readonly whole: bigint };

/** Slots of the running epoch from which on their mean duration is taken for that of the rest. */
const MEASURED_SLOTS = 1_000n;
/** How far the rest of an epoch may be from the mean of its beginning, in parts of ten. */
const SPREAD = { fast: 9n, slow: 11n, whole: 10n };

/**
 * Estimates when the running epoch ends, from the mean duration of its slots so far.
 *
 * @param slotMilliseconds - taken for the mean early in the epoch; no times are given then unless it is known.
 */
export function estimateEpochEnd(
  { now, epochStart }: Pick<Clock, 'now' | 'epochStart'>,
  { elapsed, whole }: EpochSlots,
  slotMilliseconds?: number,
): Omit<AvailableAt, 'epoch'> {
  const spent = now - epochStart;
  const left = whole - elapsed;
  if (left <= 0n) return {};
  const isMeasured = elapsed >= MEASURED_SLOTS && spent > 0n;
  if (!isMeasured && slotMilliseconds === undefined) return {};
  const remaining = isMeasured
    ? (spent * left) / elapsed
    : (left * BigInt(Math.round(slotMilliseconds ?? 0))) / 1_000n;
  const at = (parts: bigint) =>
    new Date(Number(now + (remaining * parts) / SPREAD.whole) * 1_000).toISOString();
  return { earliest: at(SPREAD.fast), latest: at(SPREAD.slow) };
}
