import {
  HISTORY_LIMIT,
  HISTORY_TYPES,
  isStrategyKey,
  STRATEGY_KEYS,
  type WalletHistoryAnswer,
} from '@staking-agent/wire';
import { type HistoryAsk, type HistoryPage, type NewPage, readNew, readPast } from '../history/pages.ts';
import { parsePlace, printAfter } from '../history/places.ts';
import type { Feed, Hold } from '../history/watch.ts';
import { problem } from '../problems/problem.ts';
import { requireAddress } from '../strategies/prepare.ts';
import type { Ask, RoutePorts } from './handler.ts';
import { readWait } from './transactions.ts';

/** `GET /wallets/{wallet}/history`: what a wallet put in, took out and was paid, read from the ledger. */
export async function walletHistory(
  { params, query, isGone }: Ask<'walletHistory'>,
  services: RoutePorts,
): Promise<WalletHistoryAnswer> {
  const ask = readAsk(params.wallet, query);
  const { cursor, after } = query;
  const seconds = readWait(query.wait);
  if (after === undefined) {
    if (query.wait !== undefined) throw invalid('wait', 'must be sent together with after');
    return printHistory(ask.wallet, await readPast(ask, cursor, services));
  }
  if (cursor !== undefined) throw invalid('after', 'must not be sent together with cursor');
  const place = parsePlace(after, 'after');
  const page =
    seconds === 0
      ? await readNew(ask, place, services)
      : await waitForRow(openFeed(ask, services), printAfter(place), { seconds, isGone }, services);
  return printHistory(ask.wallet, page);
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

function readAsk(
  wallet: string,
  { limit, strategy, type, from, to }: Ask<'walletHistory'>['query'],
): HistoryAsk {
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
  if (!/^\d{1,20}$/.test(text)) throw invalid(field, 'must be an epoch, a whole number');
  return BigInt(text);
}

const invalid = (field: string, rule: string) => problem('FIELD_INVALID', { wrong: [{ field, rule }] });
