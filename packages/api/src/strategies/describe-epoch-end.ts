import type { Clock } from '../background/clock.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { StakeTerms } from '../upstreams/ledger/stake-terms-feed.ts';

/** What the end of an epoch is expected from. */
export type EpochEndPorts = {
  readonly blockhash: Pick<BlockhashFeed, 'slotMilliseconds'>;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
};

const MINUTE = 60_000;

/** Names the running epoch, and when it is expected to end by the slot time measured lately, to the minute. */
export function describeEpochEnd(
  { epoch, slotsLeft, readAt }: Pick<StakeTerms, 'epoch' | 'slotsLeft' | 'readAt'>,
  { blockhash, clock }: EpochEndPorts,
): string {
  const slotTime = blockhash.slotMilliseconds();
  if (slotTime === undefined) return `epoch ${epoch} at present`;
  const left = Math.max(Number(slotsLeft) * slotTime - (clock.elapsed() - readAt), 0);
  const end = new Date(Math.ceil((clock.now() + left) / MINUTE) * MINUTE).toISOString();
  return `epoch ${epoch} at present, expected to end about ${end.slice(0, 16).replace('T', ' ')} UTC`;
}
