import type { AvailableAt } from '@staking-agent/wire';
import type { Clock } from '../background/clock.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { StakeTerms } from '../upstreams/ledger/stake-terms-feed.ts';

/** What the end of an epoch is expected from. */
export type EpochEndPorts = {
  readonly blockhash: Pick<BlockhashFeed, 'slotMilliseconds'>;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
};

/** Slots of the running epoch still to come, and when that was so on the monotonic clock, milliseconds. */
export type EpochRest = Pick<StakeTerms, 'slotsLeft' | 'readAt'>;

/** How far the rest of an epoch may be from the slot time measured lately. */
const SPREAD = 0.1;

/**
 * Finds how long the running epoch is expected to last by the slot time measured lately.
 *
 * @returns milliseconds, at least zero; undefined while no slot time is known.
 */
export function findTimeLeft(
  { slotsLeft, readAt }: EpochRest,
  { blockhash, clock }: EpochEndPorts,
): number | undefined {
  const slotTime = blockhash.slotMilliseconds();
  if (slotTime === undefined) return undefined;
  return Math.max(Number(slotsLeft) * slotTime - (clock.elapsed() - readAt), 0);
}

/** Estimates when the running epoch ends; says nothing while no slot time is known, or when no slots are left of it. */
export function estimateEpochEnd(rest: EpochRest, ports: EpochEndPorts): Omit<AvailableAt, 'epoch'> {
  const left = findTimeLeft(rest, ports);
  if (left === undefined || rest.slotsLeft <= 0n) return {};
  const at = (share: number) => new Date(ports.clock.now() + left * share).toISOString();
  return { earliest: at(1 - SPREAD), latest: at(1 + SPREAD) };
}

/** Slots in which a transaction that is built now can land: its blockhash lives 150 blocks, and some slots have none. */
const LIFETIME_SLOTS = 200n;

/**
 * Estimates when stake can be withdrawn that a transaction built now deactivates: at the end of the epoch in which it lands.
 * If the running epoch may end first, the answer is an epoch later, without times.
 *
 * @param rest - of the running epoch; undefined where it is not known.
 */
export function estimateCooldownEnd(
  running: bigint,
  rest: EpochRest | undefined,
  ports: EpochEndPorts,
): AvailableAt {
  if (rest !== undefined && mayEndFirst(rest, ports)) return { epoch: String(running + 2n) };
  return { epoch: String(running + 1n), ...(rest && estimateEpochEnd(rest, ports)) };
}

function mayEndFirst(rest: EpochRest, ports: EpochEndPorts): boolean {
  const slotTime = ports.blockhash.slotMilliseconds();
  const left = findTimeLeft(rest, ports);
  if (slotTime === undefined || left === undefined) return rest.slotsLeft <= LIFETIME_SLOTS;
  return left * (1 - SPREAD) <= Number(LIFETIME_SLOTS) * slotTime;
}

/**
 * Says when the epoch after a running one begins, in the ledger's own time.
 *
 * @param running - the ledger's clock as it was read: its epoch, and Unix seconds.
 * @param terms - what was read of the epoch lately; no times are said where that was another epoch.
 */
export function estimateNextEpoch(
  running: { readonly epoch: bigint; readonly now: bigint },
  terms: Pick<StakeTerms, 'epoch'> & EpochRest,
  { blockhash, clock }: EpochEndPorts,
): AvailableAt {
  // The machine's clock may say another time: a sandbox that was moved forward is days ahead of it.
  const ledgerClock = { now: () => Number(running.now) * 1_000, elapsed: () => clock.elapsed() };
  const isKnown = terms.epoch === running.epoch;
  const times = isKnown ? estimateEpochEnd(terms, { blockhash, clock: ledgerClock }) : {};
  return { epoch: String(running.epoch + 1n), ...times };
}
