import { DEFAULT_HISTORY_RANGE, HISTORY_RANGES, type HistoryQuery } from '@staking-agent/wire';
import { invalidRequest, quote, upstreamFailed } from '../problem-error.ts';
import type { Services } from '../services.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';

/** `GET /apy/history`: no source of histories is connected, so a live strategy answers `upstream_error`. */
export function apyHistory(query: HistoryQuery, services: Services): never {
  const { strategy: key, range = DEFAULT_HISTORY_RANGE } = query;
  if (key === undefined) {
    throw invalidRequest(
      `Missing: strategy. Optional: range, one of ${HISTORY_RANGES.join(', ')}.`,
      'FIELD_MISSING',
    );
  }
  const strategy = requireLiveStrategy(key, services);
  if (!(HISTORY_RANGES as readonly string[]).includes(range)) {
    throw invalidRequest(
      `range ${quote(range)} must be one of ${HISTORY_RANGES.join(', ')}.`,
      'RANGE_INVALID',
    );
  }
  throw upstreamFailed(`No APY provider is connected for ${strategy.key}.`, 'APY_UNAVAILABLE');
}
