import {
  DEFAULT_HISTORY_RANGE,
  HISTORY_RANGES,
  type HistoryAnswer,
  type HistoryQuery,
  type HistoryRange,
} from '@staking-agent/wire';
import { invalidRequest, quote, upstreamFailed } from '../problem-error.ts';
import type { Services } from '../services.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';

/** `GET /apy/history`: past APY of one strategy, read from its source for this answer. */
export async function apyHistory(query: HistoryQuery, services: Services): Promise<HistoryAnswer> {
  const { strategy: key, range = DEFAULT_HISTORY_RANGE } = query;
  if (key === undefined) {
    throw invalidRequest(
      `Missing: strategy. Optional: range, one of ${HISTORY_RANGES.join(', ')}.`,
      'FIELD_MISSING',
    );
  }
  const strategy = requireLiveStrategy(key, services);
  if (!isHistoryRange(range)) {
    throw invalidRequest(
      `range ${quote(range)} must be one of ${HISTORY_RANGES.join(', ')}.`,
      'RANGE_INVALID',
    );
  }
  const { apy } = strategy.actions;
  if (apy === undefined) {
    throw upstreamFailed(`No APY provider is connected for ${strategy.key}.`, 'APY_UNAVAILABLE');
  }
  const points = await apy.history(range, services);
  return { strategy: strategy.key, range, points };
}

function isHistoryRange(text: string): text is HistoryRange {
  return (HISTORY_RANGES as readonly string[]).includes(text);
}
