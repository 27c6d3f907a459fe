import { type FindStakeHistory, getStakeStatus, NOT_DEACTIVATED } from '@staking-agent/chain/stake';
import type { Listings } from './listings.ts';
import { getEpoch } from './places.ts';
import type { StakeStep } from './stake-steps.ts';
import { listSteps } from './transaction.ts';

/** The change of a stake account's delegation that was asked for in one epoch. */
export type Turn = {
  /** `undone`: ended in the epoch that it began in, and never active. */
  readonly kind: 'activated' | 'deactivated' | 'undone';
  readonly epoch: bigint;
};

/** The phases that stake enters by the clock. */
export type Phase = 'active' | 'deactivating' | 'withdrawable';

/** Any amount: the ledger's limits hold for parts of the stake of all. */
const STAKE = 1_000_000_000n;

const isWarm = (activationEpoch: bigint, epoch: bigint, history: FindStakeHistory) =>
  getStakeStatus({ stake: STAKE, activationEpoch, deactivationEpoch: NOT_DEACTIVATED }, epoch, history)
    .effective === STAKE;

const isCold = (deactivationEpoch: bigint, epoch: bigint, history: FindStakeHistory) =>
  getStakeStatus({ stake: STAKE, activationEpoch: NOT_DEACTIVATED, deactivationEpoch }, epoch, history)
    .effective === 0n;

/**
 * Returns the first epoch whose delegations and deactivations may still be changing stake at the end of another: that one,
 * as long as so little stake of all moves that none of it has to wait.
 */
export function findFirstMoving(ended: bigint, history: FindStakeHistory): bigint {
  let first = ended;
  for (; first > 0n; first -= 1n) {
    const cluster = history(first - 1n);
    const isWarming = (cluster?.activating ?? 0n) > 0n && !isWarm(first - 1n, ended, history);
    const isCooling = (cluster?.deactivating ?? 0n) > 0n && !isCold(first - 1n, ended, history);
    if (!isWarming && !isCooling) break;
  }
  return first;
}

/** Returns the phase that stake enters as an epoch ends; undefined where it enters none. */
export function findPhase(
  { kind, epoch }: Turn,
  ended: bigint,
  history: FindStakeHistory,
): Phase | undefined {
  if (kind === 'undone') return undefined;
  if (kind === 'activated') {
    return isWarm(epoch, ended + 1n, history) && !isWarm(epoch, ended, history) ? 'active' : undefined;
  }
  if (isCold(epoch, ended, history)) return undefined;
  return isCold(epoch, ended + 1n, history) ? 'withdrawable' : 'deactivating';
}

/**
 * Reads what was last asked for of a stake account's delegation between two slots, both included.
 *
 * A delegation in the epoch of a deactivation takes that back. An account that was split off has the turn of the other one
 * before, where that is the wallet's.
 *
 * @returns `null` where nothing was; undefined where a transaction is not known.
 */
export async function readTurn(
  account: string,
  span: readonly [first: bigint, last: bigint],
  listings: Listings,
): Promise<Turn | null | undefined> {
  const asked: Told[] = [];
  let tracked = account;
  let told = await readTold(tracked, span, listings);
  while (told !== undefined) {
    const end = told.findIndex(({ kind, account }) => account === tracked && BEGINNINGS.has(kind));
    asked.push(...(end === -1 ? told : told.slice(0, end)).filter(({ account }) => account === tracked));
    const begin = told[end];
    if (begin?.kind !== 'split' || begin.by !== listings.scene.accounts.wallet) return judge(asked);
    tracked = begin.from;
    await listings.add([tracked], undefined, span[1]);
    const more = await readTold(tracked, span, listings);
    const isBegin = ({ account, signature }: Told) =>
      account === begin.account && signature === begin.signature;
    told = more?.slice(more.findIndex(isBegin) + 1);
  }
  return undefined;
}

const BEGINNINGS: ReadonlySet<StakeStep['kind']> = new Set(['initialize', 'split']);

type Told = StakeStep & { readonly epoch: bigint; readonly signature: string };

/** Reads what the transactions of an account did, to whatever account; newest first. */
async function readTold(
  account: string,
  [first, last]: readonly [first: bigint, last: bigint],
  listings: Listings,
): Promise<readonly Told[] | undefined> {
  const told: Told[] = [];
  const signatures = listings.between(account, first, last);
  for (const signature of signatures ?? []) {
    const executed = await listings.fetch(signature);
    if (executed === undefined) return undefined;
    const epoch = getEpoch(executed.slot, listings.scene);
    told.push(
      ...listSteps(executed)
        .map((step) => ({ ...step, epoch, signature }))
        .toReversed(),
    );
  }
  return signatures === undefined ? undefined : told;
}

/** @param told - of one account, newest first. */
function judge(told: readonly Told[]): Turn | null {
  return told.reduceRight<Turn | null>((turn, { kind, epoch }) => {
    const before = turn?.epoch === epoch ? turn.kind : undefined;
    if (kind === 'deactivate') return { kind: before === 'activated' ? 'undone' : 'deactivated', epoch };
    if (kind === 'delegate') return before === 'deactivated' ? null : { kind: 'activated', epoch };
    return turn;
  }, null);
}
