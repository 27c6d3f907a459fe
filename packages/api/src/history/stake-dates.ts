import type { HistoryRow, MissingHistory } from '@staking-agent/wire';
import { mapFew } from '../runtime/loop.ts';
import type { Executed } from '../sending/executed.ts';
import { findFirstMoving, findPhase, readTurn, type TurnSource } from './dates.ts';
import type { Listings } from './listings.ts';
import { getEnd, getEpoch, type Scene } from './places.ts';
import { printHappening } from './rows.ts';
import type { StakeStep } from './stake-steps.ts';
import type { Effects } from './transaction.ts';

/** Transactions of stake accounts that are read for the dates of one epoch at most, where a page begins with it. */
export const MOST_DATED = 400;
const FETCHED_AHEAD = 8;

/** The phases that stake accounts enter by the clock, on the way into the past. */
export class StakeDates {
  readonly #scene: Scene;
  readonly #listings: Listings;
  readonly #turns: TurnSource;

  constructor(scene: Scene, listings: Listings, fetch: TurnSource['fetch']) {
    this.#scene = scene;
    this.#listings = listings;
    const { wallet } = scene.accounts;
    this.#turns = { listings, wallet, fetch, getEpoch: (slot) => getEpoch(slot, scene) };
  }

  /** Lists the stake accounts that something happened to before the end of an epoch, with their transactions then. */
  listDated(owned: ReadonlySet<string>, ended: bigint) {
    const [first, last] = this.#span(ended);
    const dated = new Map<string, readonly string[]>();
    const unread: string[] = [];
    let count = 0;
    for (const account of [...owned].toSorted()) {
      const signatures = this.#listings.between(account, first, last);
      count += signatures?.length ?? 0;
      if (signatures === undefined || count > MOST_DATED) unread.push(account);
      else if (signatures.length > 0) dated.set(account, signatures);
    }
    return { dated, unread };
  }

  /** Lists the stake that a transaction takes back in the epoch in which it was delegated: it is free at once. */
  async listUndone({ steps, owned }: Effects, executed: Executed, signature: string): Promise<HistoryRow[]> {
    const slot = BigInt(executed.slot);
    const first = getEnd(getEpoch(slot, this.#scene) - 1n, this.#scene);
    const rows: HistoryRow[] = [];
    for (const { kind, account } of steps) {
      const isSplit = (step: StakeStep) =>
        step.kind === 'split' && step.account === account && step.by === this.#scene.accounts.wallet;
      if (kind !== 'deactivate' || !(owned.has(account) || steps.some(isSplit))) continue;
      const turn = await readTurn(account, [first, slot], this.#turns);
      if (turn?.kind !== 'undone') continue;
      const date = { type: 'withdrawable', account, slot, time: executed.blockTime, signature } as const;
      rows.push(printHappening(date, getEpoch(slot, this.#scene)));
    }
    return rows;
  }

  /** Lists the phases that stake accounts enter as an epoch ends, and what could not be read of them. */
  async list(ended: bigint, accounts: Iterable<string>, time: number | bigint | null | undefined) {
    const slot = getEnd(ended, this.#scene);
    const missing: MissingHistory[] = [];
    const rows = await mapFew([...accounts], FETCHED_AHEAD, async (account) => {
      const turn = await readTurn(account, this.#span(ended), this.#turns);
      if (turn === undefined) {
        const reason = `No node shows all that was asked of ${account} before this slot.`;
        missing.push({ part: 'dates', slot: String(slot), reason });
      }
      const phase = turn && findPhase(turn, ended, this.#scene.stakeHistory);
      return phase ? [printHappening({ type: phase, account, slot, time }, ended + 1n)] : [];
    });
    return { rows: rows.flat(), missing };
  }

  /** Checks that no transaction can have ended what an account earned in an epoch. */
  isUntouched(account: string, epoch: bigint): boolean {
    const last = getEnd(epoch, this.#scene) - 1n;
    return this.#listings.between(account, this.#span(epoch - 1n)[0], last)?.length === 0;
  }

  /** Returns the slots whose delegations and deactivations can date something at the end of an epoch. */
  #span(ended: bigint): readonly [first: bigint, last: bigint] {
    const first = findFirstMoving(ended, this.#scene.stakeHistory);
    return [first === 0n ? 0n : getEnd(first - 1n, this.#scene), getEnd(ended, this.#scene) - 1n];
  }
}
