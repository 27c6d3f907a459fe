import type { Clock } from '../runtime/clock.ts';
import type { StakeTerms } from '../upstreams/ledger/stake-terms-feed.ts';
import { type EpochEndPorts, findTimeLeft } from './estimate-epoch-end.ts';

const MINUTE = 60_000;

/**
 * Names the running epoch, and when it is expected to end by the slot time measured lately, to the minute.
 *
 * @param running - the epoch as read more recently; without estimates when the terms are of another epoch.
 */
export function describeEpochEnd(
  terms: Pick<StakeTerms, 'epoch' | 'slotsLeft' | 'readAt'>,
  ports: EpochEndPorts & { readonly clock: Pick<Clock, 'now'> },
  running = terms.epoch,
): string {
  const left = terms.epoch === running ? findTimeLeft(terms, ports) : undefined;
  if (left === undefined) return `epoch ${running} at present`;
  const end = new Date(Math.ceil((ports.clock.now() + left) / MINUTE) * MINUTE).toISOString();
  return `epoch ${running} at present, expected to end about ${end.slice(0, 16).replace('T', ' ')} UTC`;
}
