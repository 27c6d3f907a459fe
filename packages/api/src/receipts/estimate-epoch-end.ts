import type { AvailableAt } from '@staking-agent/wire';
import type { EpochEndPorts } from '../strategies/describe-epoch-end.ts';
import type { StakeTerms } from '../upstreams/ledger/stake-terms-feed.ts';

/** How far the rest of an epoch may be from the slot time measured lately. */
const SPREAD = 0.1;

/**
 * Says when the epoch after a running one begins.
 *
 * @param terms - what was read of the epoch lately; without times where that was another epoch, or no slot time is known.
 */
export function estimateEpochEnd(
  running: bigint,
  { epoch, slotsLeft, readAt }: Pick<StakeTerms, 'epoch' | 'slotsLeft' | 'readAt'>,
  { blockhash, clock }: EpochEndPorts,
): AvailableAt {
  const next = String(running + 1n);
  const slotTime = blockhash.slotMilliseconds();
  if (slotTime === undefined || epoch !== running) return { epoch: next };
  const left = Math.max(Number(slotsLeft) * slotTime - (clock.elapsed() - readAt), 0);
  const at = (share: number) => new Date(clock.now() + left * share).toISOString();
  return { epoch: next, earliest: at(1 - SPREAD), latest: at(1 + SPREAD) };
}
