import type { HistoryRow, MissingHistory } from '@staking-agent/wire';
import { mapFew } from '../runtime/loop.ts';
import type { Executed } from '../sending/executed.ts';
import { findFirstMoving, findPhase, readTurn } from './dates.ts';
import type { Listings } from './listings.ts';
import { getEnd, getEpoch, type Scene } from './places.ts';
import { printHappening } from './rows.ts';
import type { StakeStep } from './stake-steps.ts';
import type { Effects } from './transaction.ts';

/** Transactions of stake accounts that are read for the dates of one epoch at most, where a page begins with it. */
export const MOST_DATED = 400;
const FETCHED_AHEAD = 8;

/** Lists the stake accounts that something happened to before the end of an epoch, with their transactions then. */
export function listDated(owned: ReadonlySet<string>, ended: bigint, listings: Listings) {
  const [first, last] = spanOf(ended, listings.scene);
  const dated = new Map<string, readonly string[]>();
  const unread: string[] = [];
  let count = 0;
  for (const account of [...owned].toSorted()) {
    const signatures = listings.between(account, first, last);
    count += signatures?.length ?? 0;
    if (signatures === undefined || count > MOST_DATED) unread.push(account);
    else if (signatures.length > 0) dated.set(account, signatures);
  }
  return { dated, unread };
}

/** Lists the stake that a transaction takes back in the epoch in which it was delegated: it is free at once. */
export async function listUndone(
  { steps, owned }: Effects,
  { slot, blockTime: time }: Executed,
  signature: string,
  listings: Listings,
): Promise<HistoryRow[]> {
  const { scene } = listings;
  const epoch = getEpoch(slot, scene);
  const first = getEnd(epoch - 1n, scene);
  const rows: HistoryRow[] = [];
  for (const { kind, account } of steps) {
    const isSplit = (step: StakeStep) =>
      step.kind === 'split' && step.account === account && step.by === scene.accounts.wallet;
    if (kind !== 'deactivate' || !(owned.has(account) || steps.some(isSplit))) continue;
    const turn = await readTurn(account, [first, slot], listings);
    if (turn?.kind !== 'undone') continue;
    rows.push(printHappening({ type: 'withdrawable', account, slot, time, signature }, epoch));
  }
  return rows;
}

/** Lists the phases that stake accounts enter as an epoch ends, and what could not be read of them. */
export async function listPhases(
  ended: bigint,
  accounts: Iterable<string>,
  time: number | bigint | null | undefined,
  listings: Listings,
) {
  const { scene } = listings;
  const slot = getEnd(ended, scene);
  const missing: MissingHistory[] = [];
  const rows = await mapFew([...accounts], FETCHED_AHEAD, async (account) => {
    const turn = await readTurn(account, spanOf(ended, scene), listings);
    if (turn === undefined) {
      const reason = `No node shows all that was asked of ${account} before this slot.`;
      missing.push({ part: 'dates', slot: String(slot), reason });
    }
    const phase = turn && findPhase(turn, ended, scene.stakeHistory);
    return phase ? [printHappening({ type: phase, account, slot, time }, ended + 1n)] : [];
  });
  return { rows: rows.flat(), missing };
}

/** Checks that no transaction can have ended what an account earned in an epoch. */
export function isUntouched(account: string, epoch: bigint, listings: Listings): boolean {
  const { scene } = listings;
  return listings.between(account, spanOf(epoch - 1n, scene)[0], getEnd(epoch, scene) - 1n)?.length === 0;
}

/** Returns the slots whose delegations and deactivations can date something at the end of an epoch. */
function spanOf(ended: bigint, scene: Scene): readonly [first: bigint, last: bigint] {
  const first = findFirstMoving(ended, scene.stakeHistory);
  return [first === 0n ? 0n : getEnd(first - 1n, scene), getEnd(ended, scene) - 1n];
}
