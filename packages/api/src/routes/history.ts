import { Readable } from 'node:stream';
import {
  HISTORY_LIMIT,
  HISTORY_TYPES,
  isStrategyKey,
  LAST_EVENT_ID,
  MEDIA_TYPES,
  STRATEGY_KEYS,
  type WalletHistoryAnswer,
} from '@staking-agent/wire';
import { CSV_FORMATS, printCsv } from '../history/csv.ts';
import { type HistoryAsk, type HistoryPage, type NewPage, readNew, readPast } from '../history/pages.ts';
import { parsePlace, printAfter } from '../history/places.ts';
import type { Feed, Hold } from '../history/watch.ts';
import { problem } from '../problems/problem.ts';
import { requireAddress } from '../strategies/prepare.ts';
import { type Ask, type MediaForm, type RoutePorts, Streamed } from './handler.ts';
import { readWait } from './transactions.ts';

/** The forms of an answer, by `Accept`. */
const JSON_FORM = { mediaType: MEDIA_TYPES.json };
const EVENTS = { mediaType: 'text/event-stream' };
const CSV = { mediaType: 'text/csv' };

/** `GET /wallets/{wallet}/history`: what a wallet put in, took out and was paid, read from the ledger. */
export async function walletHistory(
  request: Ask<'walletHistory'>,
  services: RoutePorts,
): Promise<WalletHistoryAnswer | Streamed> {
  const { params, query, isGone } = request;
  const ask = readAsk(params.wallet, query);
  const { cursor, after } = query;
  const seconds = readWait(query.wait);
  if (cursor !== undefined && after !== undefined)
    throw invalid('after', 'must not be sent together with cursor');
  // The stream last: a caller who takes any text gets an answer that ends.
  const form = request.choose<MediaForm>([JSON_FORM, CSV, EVENTS]);
  if (form === CSV) return await streamTable(ask, request, services);
  if (query.format !== undefined) throw invalid('format', `must be sent with Accept: ${CSV.mediaType}`);
  if (form === EVENTS) return await streamRows(ask, request, services);
  if (after === undefined) {
    if (query.wait !== undefined) throw invalid('wait', 'must be sent together with after');
    return printHistory(ask.wallet, await readPast(ask, cursor, services));
  }
  const place = parsePlace(after, 'after');
  const page =
    seconds === 0
      ? await readNew(ask, place, services)
      : await waitForRow(openFeed(ask, services), printAfter(place), { seconds, isGone }, services);
  return printHistory(ask.wallet, page);
}

/** Answers with the whole history as a table; the first page is read before, so that a refusal is an answer. */
async function streamTable(
  ask: HistoryAsk,
  { query, isGone }: Ask<'walletHistory'>,
  services: RoutePorts,
): Promise<Streamed> {
  refuseAny(query, ['limit', 'cursor', 'after', 'wait'], `${CSV.mediaType}, which has the whole history`);
  const format = CSV_FORMATS.find((each) => each === (query.format ?? 'plain'));
  if (format === undefined) throw invalid('format', `must be one of ${CSV_FORMATS.join(', ')}`);
  const whole = { ...ask, limit: HISTORY_LIMIT.most };
  const first = await readPast(whole, undefined, services);
  return new Streamed(CSV.mediaType, Readable.from(printCsv(format, whole, first, { services, isGone })));
}

type Query = Ask<'walletHistory'>['query'];

function refuseAny(query: Query, names: readonly (keyof Query)[], form: string): void {
  const sent = names.find((name) => query[name] !== undefined);
  if (sent !== undefined) throw invalid(sent, `must not be sent with Accept: ${form}`);
}

/** Milliseconds after which a client of events comes back, and seconds after which one is told that the stream lives. */
const RETRY_MILLISECONDS = 3_000;
const LIFE_SECONDS = 15;

/** Answers with rows as events, as they come; the first page is read before, so that a refusal is an answer. */
async function streamRows(
  ask: HistoryAsk,
  request: Ask<'walletHistory'>,
  services: RoutePorts,
): Promise<Streamed> {
  const { query, headers } = request;
  const { watch } = services;
  refuseAny(query, ['limit', 'cursor', 'wait'], `${EVENTS.mediaType}, which has rows as they come`);
  const last = headers[LAST_EVENT_ID.toLowerCase()]?.toString();
  const since = last ?? query.after;
  const begin =
    since === undefined
      ? undefined
      : printAfter(parsePlace(since, last === undefined ? 'after' : LAST_EVENT_ID));
  const feed = openFeed(ask, services);
  const leave = watch.enter();
  try {
    const { page: first } = watch.remember(feed.name, await feed.read(begin));
    const events = tellRows(feed, first, begin ?? first.nextCursor, request, services);
    return new Streamed(EVENTS.mediaType, Readable.from(events).once('close', leave));
  } catch (error) {
    leave();
    throw error;
  }
}

async function* tellRows(
  feed: Feed,
  first: NewPage,
  begin: string,
  { isGone, printProblem }: Ask<'walletHistory'>,
  { watch }: RoutePorts,
): AsyncGenerator<string> {
  const told = new Set<string>();
  yield `retry: ${RETRY_MILLISECONDS}\nid: ${begin}\n\n`;
  try {
    for (let page = first; ; ) {
      const missing = page.missing.map((each) => JSON.stringify(each)).filter((each) => !told.has(each));
      for (const each of missing) {
        told.add(each);
        yield `event: missing\ndata: ${each}\n\n`;
      }
      for (const row of page.rows)
        yield `id: ${row.cursor}\nevent: ${row.type}\ndata: ${JSON.stringify(row)}\n\n`;
      if (page.rows.length === 0) yield ':\n\n';
      if (!watch.isOpen || isGone()) return;
      page = await watch.next(feed, page.nextCursor, { seconds: LIFE_SECONDS, isGone });
    }
  } catch (error) {
    yield `event: problem\ndata: ${printProblem(error)}\n\n`;
  }
}

async function waitForRow(feed: Feed, after: string, hold: Hold, { watch }: RoutePorts): Promise<NewPage> {
  const leave = watch.enter();
  try {
    return await watch.next(feed, after, hold);
  } finally {
    leave();
  }
}

function openFeed(ask: HistoryAsk, services: RoutePorts): Feed {
  return {
    name: Object.values(ask).join(),
    read: (after) => readNew(ask, after === undefined ? undefined : parsePlace(after, 'after'), services),
  };
}

function printHistory(wallet: string, { asOf, rows, nextCursor, missing }: HistoryPage): WalletHistoryAnswer {
  return {
    wallet,
    asOf,
    rows: [...rows],
    nextCursor,
    isComplete: missing.length === 0,
    missing: [...missing],
  };
}

function readAsk(wallet: string, { limit, strategy, type, from, to }: Query): HistoryAsk {
  if (strategy !== undefined && !isStrategyKey(strategy)) {
    throw problem('STRATEGY_NOT_FOUND', { strategy, known: STRATEGY_KEYS });
  }
  const known = HISTORY_TYPES.find((each) => each === type);
  if (type !== undefined && known === undefined) {
    throw invalid('type', `must be one of ${HISTORY_TYPES.join(', ')}`);
  }
  const [first, last] = [readEpoch(from, 'from'), readEpoch(to, 'to')];
  if (first !== undefined && last !== undefined && first > last)
    throw invalid('from', 'must not be after to');
  return {
    wallet: requireAddress(wallet, 'wallet').text,
    limit: readLimit(limit),
    strategy,
    type: known,
    from: first,
    to: last,
  };
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return HISTORY_LIMIT.usual;
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > HISTORY_LIMIT.most) {
    throw invalid('limit', `must be a whole number from 1 to ${HISTORY_LIMIT.most}`);
  }
  return limit;
}

function readEpoch(text: string | undefined, field: string): bigint | undefined {
  if (text === undefined) return undefined;
  const epoch = /^\d{1,20}$/.test(text) ? BigInt(text) : -1n;
  if (epoch !== BigInt.asUintN(64, epoch))
    throw invalid(field, 'must be an epoch, a whole number that is less than 2^64');
  return epoch;
}

const invalid = (field: string, rule: string) => problem('FIELD_INVALID', { wrong: [{ field, rule }] });
