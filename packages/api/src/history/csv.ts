import type { HistoryRow, MissingHistory, Quantity } from '@staking-agent/wire';
import { toQuantity } from '../runtime/json.ts';
import type { StrategyServices } from '../strategies/strategy.ts';
import { type HistoryAsk, type HistoryPage, readPast } from './pages.ts';
import { readMoved } from './rows.ts';
import { magnitude, sum } from './transaction.ts';

/** The columns of a history as a table: `universal` are those that tax programs import. */
export const CSV_FORMATS = ['plain', 'universal'] as const;
export type CsvFormat = (typeof CSV_FORMATS)[number];

const COLUMNS: Readonly<Record<CsvFormat, readonly string[]>> = {
  plain: [
    ...['time', 'epoch', 'slot', 'type', 'strategy', 'account', 'signature', 'in amount', 'in asset'],
    ...['out amount', 'out asset', 'fee SOL', 'tip SOL', 'known', 'note'],
  ],
  universal: [
    ...['Date', 'Sent Amount', 'Sent Currency', 'Received Amount', 'Received Currency', 'Fee Amount'],
    ...['Fee Currency', 'Label', 'Description', 'TxHash'],
  ],
};

/** Rows of a page after the first: each page lists the transactions of all accounts again. */
const ROWS_AT_ONCE = 2_000;

/**
 * Prints a history from its newest row to its beginning (RFC 4180), a page at a time.
 *
 * Each missing part has a line of its own, so that a table with gaps is not taken for a whole one.
 *
 * @param first - the newest page.
 * @throws as {@link readPast}, which breaks the answer off.
 */
export async function* printCsv(
  format: CsvFormat,
  ask: HistoryAsk,
  first: HistoryPage,
  { services, isGone }: { readonly services: StrategyServices; readonly isGone: () => boolean },
): AsyncGenerator<string> {
  yield printLine(COLUMNS[format]);
  let open: HistoryRow[] = [];
  const print = (rows: readonly HistoryRow[]) =>
    (format === 'plain' ? rows.flatMap(listPlain) : listUniversal(rows)).map(printLine).join('');
  for (let page = first; ; ) {
    for (const row of page.rows) {
      // Rows of a transaction are of one slot, which pages may share.
      if (open[0] !== undefined && open[0].slot !== row.slot) {
        yield print(open);
        open = [];
      }
      open.push(row);
    }
    yield page.missing.map((each) => printLine(describeMissing(format, each))).join('');
    if (page.nextCursor === null || isGone()) break;
    page = await readPast({ ...ask, limit: ROWS_AT_ONCE }, page.nextCursor, services);
  }
  yield print(open);
}

/** A row has a line for each asset that it gained or lost, two to a line; costs are on the first. */
function listPlain(row: HistoryRow): string[][] {
  return pair(row.in, row.out).map(([gained, lost], i) => [
    ...[row.time ?? '', row.epoch, row.slot, row.type, row.strategy, row.account, row.signature ?? ''],
    ...[...printQuantity(gained), ...printQuantity(lost)],
    ...(i === 0 ? [row.fee?.amount ?? '', row.tip?.amount ?? ''] : ['', '']),
    ...[row.known, ''],
  ]);
}

/** Lists the lines of a slot: of a transaction what the wallet sent and received, of rewards each. */
function listUniversal(rows: readonly HistoryRow[]): string[][] {
  const moved = rows.filter(({ known }) => known === 'ledger');
  const together = Map.groupBy(moved, ({ signature, cursor }) => signature ?? cursor);
  return [...together.values()].flatMap(listTransaction);
}

function listTransaction(rows: readonly HistoryRow[]): string[][] {
  const [first] = rows;
  if (first === undefined) return [];
  const { time, type, signature } = first;
  const { sent, received } = netOf(rows);
  const costs = rows.flatMap(({ fee, tip }) => [fee, tip]).filter((each) => each !== null);
  const paid = sum(costs.map(({ baseUnits }) => BigInt(baseUnits)));
  const cost = costs.length === 0 ? undefined : toQuantity('SOL', paid);
  if (sent.length + received.length === 0 && cost === undefined) return [];
  const date = time === null ? '' : `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;
  const label = type === 'reward' ? 'reward' : sent.length + received.length === 0 ? 'cost' : '';
  const description = rows.map(({ strategy, type }) => `${type} ${strategy}`).join(', ');
  return pair(received, sent).map(([gained, lost], i) => [
    date,
    ...printQuantity(lost),
    ...printQuantity(gained),
    ...printQuantity(i === 0 ? cost : undefined),
    ...[label, description, signature ?? ''],
  ]);
}

/** Adds up what a transaction moved of each asset. Staked SOL is SOL: to stake is neither to sell nor to buy. */
function netOf(rows: readonly HistoryRow[]) {
  const moved = readMoved(rows);
  const staked = moved.get('staked SOL');
  if (staked !== undefined) {
    const units = staked.units + (moved.get('SOL')?.units ?? 0n);
    moved.delete('staked SOL');
    moved.delete('SOL');
    if (units !== 0n) moved.set('SOL', { units, quantity: toQuantity('SOL', magnitude(units)) });
  }
  const list = (isGain: boolean) =>
    [...moved.values()].flatMap(({ units, quantity }) => (units > 0n === isGain ? [quantity] : []));
  return { sent: list(false), received: list(true) };
}

function describeMissing(format: CsvFormat, { part, slot, reason }: MissingHistory): string[] {
  const note = `Missing: ${part}. ${reason}`;
  return COLUMNS[format].map((column) => {
    if (column === 'slot') return slot ?? '';
    if (column === 'type') return 'missing';
    return column === 'note' || column === 'Description' ? note : '';
  });
}

/** Puts two lists side by side, at least one line. */
function pair(left: readonly Quantity[], right: readonly Quantity[]) {
  const length = Math.max(left.length, right.length, 1);
  return Array.from({ length }, (_, i) => [left[i], right[i]] as const);
}

const printQuantity = (quantity: Quantity | undefined): [amount: string, asset: string] => [
  quantity?.amount ?? '',
  quantity?.asset ?? '',
];

const printLine = (cells: readonly string[]) => `${cells.map(printCell).join(',')}\r\n`;

/** Quotes a cell where it has to be, and keeps spreadsheets from taking text for a formula. */
function printCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
