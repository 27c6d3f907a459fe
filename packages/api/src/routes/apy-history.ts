import {
  DEFAULT_HISTORY_RANGE,
  HISTORY_RANGES,
  type HistoryAnswer,
  type HistoryQuery,
  type HistoryRange,
} from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { requireLiveStrategy } from '../strategies/find-strategy.ts';
import type { RoutePorts } from './route-ports.ts';

/** `GET /apy/history`: past APY of one strategy, read from its source for this answer. */
export async function apyHistory(query: HistoryQuery, services: RoutePorts): Promise<HistoryAnswer> {
  const { strategy: key, range = DEFAULT_HISTORY_RANGE } = query;
  if (key === undefined) {
    throw problem('FIELD_MISSING', {
      missing: ['strategy'],
      rule: `Optional: range, one of ${HISTORY_RANGES.join(', ')}.`,
    });
  }
  const strategy = requireLiveStrategy(key, services);
  if (!isHistoryRange(range)) {
    throw problem('RANGE_INVALID', { range, offered: HISTORY_RANGES });
  }
  const { apy } = strategy.actions;
  if (apy === undefined) {
    throw problem('APY_UNAVAILABLE', { strategy: strategy.key, fault: 'absent' });
  }
  const points = await apy.history(range, services);
  return { strategy: strategy.key, range, points };
}

function isHistoryRange(text: string): text is HistoryRange {
  return (HISTORY_RANGES as readonly string[]).includes(text);
}
