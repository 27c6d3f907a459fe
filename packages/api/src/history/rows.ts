import type { HistoryRow } from '@staking-agent/wire';
import { toQuantity } from '../runtime/json.ts';
import type { Executed } from '../sending/executed.ts';
import type { Phase } from './dates.ts';
import { comparePlaces, drawPosition, placeOf, printPlace } from './places.ts';
import { type Effects, toStakedSol } from './transaction.ts';

/** Prints what a transaction did, a row for each strategy. */
export function printMoves(
  { moves, fee, tip }: Effects,
  { slot, blockTime }: Executed,
  { signature, epoch }: { readonly signature: string; readonly epoch: bigint },
): HistoryRow[] {
  return moves.map((move, i) => ({
    cursor: printPlace({ slot, position: drawPosition(move.account, move.type, signature) }),
    type: move.type,
    strategy: move.strategy,
    account: move.account,
    signature,
    time: printTime(blockTime),
    slot: String(slot),
    epoch: String(epoch),
    in: [...move.in],
    out: [...move.out],
    fee: i > 0 || fee === undefined ? null : toQuantity('SOL', fee),
    tip: i > 0 || tip === 0n ? null : toQuantity('SOL', tip),
    rate: null,
    known: 'ledger' as const,
  }));
}

/** Prints a date that follows from the clock of the ledger. */
export function printDate(
  type: Phase,
  {
    account,
    slot,
    time,
    signature,
  }: {
    readonly account: string;
    readonly slot: bigint;
    readonly time: Seconds;
    readonly signature: string | null;
  },
  epoch: bigint,
): HistoryRow {
  return {
    cursor: printPlace({ slot, position: drawPosition(account, type, signature ?? '') }),
    type,
    strategy: 'sol-native-stake',
    account,
    signature,
    time: printTime(time),
    slot: String(slot),
    epoch: String(epoch),
    in: [],
    out: [],
    fee: null,
    tip: null,
    rate: null,
    known: 'computed',
  };
}

/** Unix time; nothing where the node does not say it. */
type Seconds = number | bigint | null | undefined;

function printTime(seconds: Seconds): string | null {
  return seconds == null ? null : new Date(Number(seconds) * 1_000).toISOString();
}

/** Prints what the end of an epoch paid to a stake account. */
export function printReward(
  {
    account,
    amount,
    slot,
    time,
  }: {
    readonly account: string;
    readonly amount: bigint;
    readonly slot: bigint;
    readonly time: Seconds;
  },
  epoch: bigint,
): HistoryRow {
  return {
    cursor: printPlace({ slot, position: drawPosition(account, 'reward', '') }),
    type: 'reward',
    strategy: 'sol-native-stake',
    account,
    signature: null,
    time: printTime(time),
    slot: String(slot),
    epoch: String(epoch),
    in: [toStakedSol(amount)],
    out: [],
    fee: null,
    tip: null,
    rate: null,
    known: 'ledger',
  };
}

export const newestFirst = (a: HistoryRow, b: HistoryRow) => comparePlaces(placeOf(b), placeOf(a));
