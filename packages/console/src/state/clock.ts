import { signal } from '@preact/signals';
import type { AnswerOf, Earned, RequestOf } from '@staking-agent/sdk';
import { askSandbox, getSession } from './session.ts';

/** Where the ledger is in time. */
export type LedgerTime = {
  readonly epoch: string;
  readonly slot: string;
  /** ISO 8601 in UTC: the ledger's own time, which on a sandbox runs ahead of the machine's. */
  readonly time: string;
  /** When the next epoch begins at the latest, ISO 8601 in UTC; undefined while it cannot be estimated. */
  readonly nextEpoch: string | undefined;
};

/** The ledger's time, as it was read last. */
export const ledgerTime = signal<LedgerTime | undefined>(undefined);

/** Counts what changed on the ledger by doing of this page: who shows positions reads them anew then. */
export const ledgerChanges = signal(0);

/** Milliseconds since 1970, renewed each second; for what counts down. */
export const now = signal(Date.now());

/** Lets the seconds pass. */
export function startClock(): void {
  setInterval(() => {
    now.value = Date.now();
  }, 1_000);
}

/** Reads the ledger's time anew. */
export async function readLedgerTime(): Promise<void> {
  const { asOf, nextEpoch } = await getSession().client.getLimits();
  ledgerTime.value = { ...asOf, nextEpoch: nextEpoch.latest ?? nextEpoch.earliest };
}

/** Takes up the moment of an answer, unless a later one is known. */
function noteMoment(asOf: { readonly epoch: string; readonly slot: string; readonly time: string }): void {
  const { value: known } = ledgerTime;
  if (known !== undefined && BigInt(known.slot) >= BigInt(asOf.slot)) return;
  ledgerTime.value = { ...asOf, nextEpoch: known?.epoch === asOf.epoch ? known.nextEpoch : undefined };
}

/** The slot of the last change by this page: what was read before it does not show it. */
let changedIn = 0n;

/**
 * Says that something changed on the ledger, and reads its time anew.
 *
 * @param slot - where it changed; the present one unless given.
 */
export async function noteLedgerChange(slot: string | null = null): Promise<void> {
  if (slot !== null) noteSlot(slot);
  try {
    await readLedgerTime();
    if (slot === null && ledgerTime.value !== undefined) noteSlot(ledgerTime.value.slot);
  } finally {
    ledgerChanges.value += 1;
  }
}

/** Checks whether an answer was read after the last change by this page. */
function showsLastChange({ slot }: { readonly slot: string }): boolean {
  return BigInt(slot) >= changedIn;
}

function noteSlot(slot: string): void {
  if (BigInt(slot) > changedIn) changedIn = BigInt(slot);
}

/** How often the service is asked whether it has seen a new epoch, and how many milliseconds apart. */
const LOOKS = 12;
const LOOK_MILLISECONDS = 500;

/** Ends epochs of the sandbox, and waits until the service has seen it. */
export async function advanceEpochs(epochs: number): Promise<void> {
  const { epoch } = await askSandbox<{ readonly epoch: string }>('advance-epoch', { epochs });
  for (let look = 0; look < LOOKS; look += 1) {
    await readLedgerTime();
    if (BigInt(ledgerTime.value?.epoch ?? 0) >= BigInt(epoch)) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
  }
  await noteLedgerChange();
}

/** How often positions are read at the most, and how many milliseconds apart: the service gives them again for two seconds. */
const POSITION_LOOKS = 10;
const POSITION_LOOK_MILLISECONDS = 400;

type Positions = AnswerOf<'listPositions'>;

/**
 * Reads what a wallet has, as it is after the last change by this page.
 *
 * @param pages - how many pages of the answer, one after the other; fewer where it ends before.
 * @throws {StakingError} as the service refuses.
 */
export async function readPositions(wallet: string, pages: number): Promise<Positions> {
  const { client } = getSession();
  let read = await readFirst({ wallet });
  for (let page = 1; page < pages && read.nextCursor !== null; page += 1) {
    read = append(read, await client.listPositions({ wallet, cursor: read.nextCursor }));
  }
  return read;
}

/**
 * Reads what a wallet earned, as the service adds it up, after the last change by this page.
 *
 * @throws {StakingError} as the service refuses.
 */
export async function readEarned(wallet: string): Promise<readonly Earned[]> {
  const { earned = [] } = await readFirst({ wallet, include: 'earned' });
  return earned;
}

/** Puts a further page behind what was read; what is missing of one is missing of all. */
function append(read: Positions, more: Positions): Positions {
  return {
    ...more,
    isComplete: read.isComplete && more.isComplete,
    missing: [...new Set([...read.missing, ...more.missing])],
    positions: [...read.positions, ...more.positions],
  };
}

async function readFirst(asked: RequestOf<'listPositions'>): Promise<Positions> {
  const { client } = getSession();
  for (let look = 1; ; look += 1) {
    const answer = await client.listPositions(asked);
    noteMoment(answer.asOf);
    if (showsLastChange(answer.asOf) || look === POSITION_LOOKS) return answer;
    await new Promise((resolve) => setTimeout(resolve, POSITION_LOOK_MILLISECONDS));
  }
}

/** Pages of a history that are read at the most. */
const HISTORY_PAGES = 20;

type HistoryRows = AnswerOf<'walletHistory'>['rows'];

/**
 * Reads what a wallet put in, took out and was paid, the oldest first, to draw how it went.
 *
 * @returns undefined where something of it is missing, or it is too long.
 */
export async function readHistory(wallet: string): Promise<HistoryRows | undefined> {
  const { client } = getSession();
  const rows: HistoryRows[number][] = [];
  let cursor: string | null = null;
  for (let page = 0; page < HISTORY_PAGES; page += 1) {
    const read: AnswerOf<'walletHistory'> = await client.walletHistory({
      wallet,
      limit: '200',
      ...(cursor !== null && { cursor }),
    });
    if (!read.isComplete) return undefined;
    rows.push(...read.rows);
    cursor = read.nextCursor;
    if (cursor === null) return rows.toReversed();
  }
  return undefined;
}
