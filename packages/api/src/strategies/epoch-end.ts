import type { Clock as LedgerClock } from '@staking-agent/chain/sysvar';
import type { AvailableAt } from '@staking-agent/wire';
import type { Clock } from '../runtime/clock.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash.ts';
import type { StakeTerms } from '../upstreams/ledger/feeds.ts';

/** What the end of an epoch is expected from. */
export type EpochEndPorts = {
  readonly blockhash: Pick<BlockhashFeed, 'slotMilliseconds'>;
  readonly clock: Pick<Clock, 'elapsed'>;
};

/** The ledger's clock, as it was read just now: Unix seconds. The machine's may say another time: a sandbox that was moved forward is days ahead of it. */
export type LedgerNow = Pick<LedgerClock, 'now'>;

/** Slots of the running epoch still to come, and when that was so on the monotonic clock, milliseconds. */
export type EpochRest = Pick<StakeTerms, 'slotsLeft' | 'readAt'>;

type RunningEpoch = LedgerNow & Pick<LedgerClock, 'epoch'>;

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

/**
 * Estimates when the running epoch ends, in the ledger's own time; says nothing while no slot time is known, or when no
 * slots are left of it.
 */
export function estimateEpochEnd(
  rest: EpochRest,
  { now }: LedgerNow,
  ports: EpochEndPorts,
): Omit<AvailableAt, 'epoch'> {
  const left = findTimeLeft(rest, ports);
  if (left === undefined || rest.slotsLeft <= 0n) return {};
  const at = (share: number) => new Date(Number(now) * 1_000 + left * share).toISOString();
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
  running: RunningEpoch,
  rest: EpochRest | undefined,
  ports: EpochEndPorts,
): AvailableAt {
  if (rest !== undefined && mayEndFirst(rest, ports)) return { epoch: String(running.epoch + 2n) };
  return { epoch: String(running.epoch + 1n), ...(rest && estimateEpochEnd(rest, running, ports)) };
}

function mayEndFirst(rest: EpochRest, ports: EpochEndPorts): boolean {
  const slotTime = ports.blockhash.slotMilliseconds();
  const left = findTimeLeft(rest, ports);
  if (slotTime === undefined || left === undefined) return rest.slotsLeft <= LIFETIME_SLOTS;
  return left * (1 - SPREAD) <= Number(LIFETIME_SLOTS) * slotTime;
}

/**
 * Says when the epoch after a running one begins.
 *
 * @param terms - what was read of the epoch lately; no times are said where that was another epoch.
 */
export function estimateNextEpoch(
  running: RunningEpoch,
  terms: Pick<StakeTerms, 'epoch'> & EpochRest,
  ports: EpochEndPorts,
): AvailableAt {
  const times = terms.epoch === running.epoch ? estimateEpochEnd(terms, running, ports) : {};
  return { epoch: String(running.epoch + 1n), ...times };
}

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
