import { DEFAULT_HISTORY_RANGE, HEADERS, HISTORY_RANGES, type HistoryAnswer } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import { requireLiveStrategy } from '../strategies/prepare.ts';
import type { Ask } from './route.ts';
import type { RoutePorts } from './route-ports.ts';

/** `GET /apy/history`: past APY of one strategy, read from its source for this answer. */
export async function apyHistory(
  { query, setHeader }: Ask<'apyHistory'>,
  services: RoutePorts,
): Promise<HistoryAnswer> {
  const { strategy: key, range = DEFAULT_HISTORY_RANGE } = query;
  if (key === undefined) {
    throw problem('FIELD_MISSING', {
      missing: ['strategy'],
      rule: `Optional: range, one of ${HISTORY_RANGES.join(', ')}.`,
    });
  }
  const strategy = requireLiveStrategy(key, services);
  const known = HISTORY_RANGES.find((each) => each === range);
  if (known === undefined) throw problem('RANGE_INVALID', { range, offered: HISTORY_RANGES });
  const { apy } = strategy.actions;
  if (apy === undefined) {
    throw problem('APY_UNAVAILABLE', { strategy: strategy.key, fault: 'absent' });
  }
  const { points, isComplete } = await apy.history(known, services);
  setHeader(HEADERS.historyComplete, String(isComplete));
  return { strategy: strategy.key, range: known, points: [...points] };
}
