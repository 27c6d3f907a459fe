import { ASSET_SYMBOLS, type HistoryRow, type MissingHistory, type StrategyKey } from '@staking-agent/wire';
import { toQuantity } from '../runtime/json.ts';
import type { Executed } from '../sending/executed.ts';
import type { Phase } from './dates.ts';
import type { Gain } from './gains.ts';
import { comparePlaces, drawPosition, type Epochs, getEpoch, placeOf, printPlace } from './places.ts';
import { isReceiptKey, WORTH } from './rates.ts';
import { type Effects, magnitude, toStakedSol, UNITS } from './transaction.ts';

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

/** An event of a stake account, or of a requested withdrawal, that no move of a transaction is. */
type Happening = {
  readonly type: Phase | 'claimable' | 'reward' | 'validator_delinquent' | 'commission_changed';
  /** Native stake unless given. */
  readonly strategy?: StrategyKey;
  readonly account: string;
  readonly slot: bigint;
  readonly time: Seconds;
  /** The transaction that it came with; undefined where it came with the end of an epoch. */
  readonly signature?: string | undefined;
  /** Lamports that the ledger paid. */
  readonly amount?: bigint;
  /** Percent that the validator keeps from then on. */
  readonly commission?: number;
};

/** Prints an event by the ledger's clock. What it pays and keeps is the ledger's word; dates are computed. */
export function printHappening(
  { type, strategy = 'sol-native-stake', account, slot, time, signature, amount, commission }: Happening,
  epoch: bigint,
): HistoryRow {
  return {
    cursor: printPlace({ slot, position: drawPosition(account, type, signature ?? '') }),
    type,
    strategy,
    account,
    signature: signature ?? null,
    time: printTime(time),
    slot: String(slot),
    epoch: String(epoch),
    in: amount === undefined ? [] : [toStakedSol(amount)],
    out: [],
    fee: null,
    tip: null,
    rate: commission === undefined ? null : String(commission),
    known: amount === undefined && commission === undefined ? 'computed' : 'ledger',
  };
}

/** Prints what a receipt gained by its rate with the end of an epoch, or lost. */
export function printGain(
  { key, account, amount, rate, slot, time }: Gain & { readonly slot: bigint; readonly time: Seconds },
  epoch: bigint,
): HistoryRow {
  const quantity = toQuantity(WORTH[key], magnitude(amount));
  return {
    ...printHappening({ type: 'reward', strategy: key, account, slot, time }, epoch),
    in: amount < 0n ? [] : [quantity],
    out: amount < 0n ? [quantity] : [],
    rate,
    known: 'rate',
  };
}

/** Unix time; nothing where the node does not say it. */
type Seconds = number | bigint | null | undefined;

function printTime(seconds: Seconds): string | null {
  return seconds == null ? null : new Date(Number(seconds) * 1_000).toISOString();
}

/** Returns the asset whose units a position of a strategy has. */
export const unitOf = (key: StrategyKey) => (isReceiptKey(key) ? ASSET_SYMBOLS[UNITS[key]] : 'staked SOL');

/**
 * Reads what a transaction moved of each asset, below zero for a loss, which several rows may have. A row counts its unit in
 * its position alone; what other rows say of it is of all token accounts of the wallet.
 */
export function readMoved(rows: readonly HistoryRow[]) {
  const moved = rows.flatMap((row) => [
    ...row.in.map((quantity) => ({ quantity, units: BigInt(quantity.baseUnits), row })),
    ...row.out.map((quantity) => ({ quantity, units: -BigInt(quantity.baseUnits), row })),
  ]);
  const isOwn = ({ quantity, row }: (typeof moved)[number]) => quantity.asset === unitOf(row.strategy);
  const ownFirst = moved.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  return new Map(ownFirst.map(({ quantity, units }) => [quantity.asset, { quantity, units }]));
}

export const newestFirst = (a: HistoryRow, b: HistoryRow) => comparePlaces(placeOf(b), placeOf(a));

/**
 * Lists what is missing of the epochs that are asked for, each lack once.
 *
 * What is not known of a transaction, or from when on a request could be claimed, can concern the epochs before it too.
 *
 * @param all - newest first: the rates that a receipt lacks are told where they are first.
 */
export function tellMissing(
  all: readonly MissingHistory[],
  { from = 0n, to }: { readonly from: bigint | undefined; readonly to: bigint | undefined },
  epochs: Epochs,
): MissingHistory[] {
  const asked = all.filter(({ part, slot }) => {
    if (slot === null || part === 'transactions' || part === 'stake-accounts') return true;
    const epoch = getEpoch(BigInt(slot), epochs);
    return epoch >= from && (part === 'dates' || to === undefined || epoch <= to);
  });
  const nameOf = (each: MissingHistory) => (each.part === 'rates' ? each.reason : JSON.stringify(each));
  return [...Map.groupBy(asked, nameOf).values()].flatMap(([first]) => first ?? []);
}
