import type { HistoryPoint, StrategyKey } from '@staking-agent/wire';
import { type ProblemError, upstreamFailed } from '../problem-error.ts';
import { UpstreamFault } from '../upstreams/http.ts';
import { UpstreamRefusal } from '../upstreams/refusal.ts';
import { type ApySource, type FigureServices, FigureUnavailable } from './figure-source.ts';
import { cutHistory, type SourcePoint, toHistory } from './history.ts';
import { shareWhilePending } from './share-while-pending.ts';

/**
 * Makes a history of a source outside: read whole and anew, once for all who ask at the same time, then cut.
 *
 * @param read - the whole series.
 */
export function createHistory(
  key: StrategyKey,
  read: (services: FigureServices) => Promise<readonly SourcePoint[]>,
): ApySource['history'] {
  const readHistory = shareWhilePending(
    async (services: FigureServices): Promise<HistoryPoint[]> => toHistory(await read(services)),
  );
  return async (range, services) => {
    try {
      return cutHistory(await readHistory(services), range, services.clock.now());
    } catch (error) {
      throw historyFailed(key, error);
    }
  };
}

function historyFailed(key: StrategyKey, error: unknown): ProblemError {
  const failed = (words: string, retryAfter?: number) =>
    upstreamFailed(`The APY provider of ${key} ${words}`, 'APY_UNAVAILABLE', {
      cause: error,
      ...(retryAfter === undefined ? {} : { headers: { 'Retry-After': String(retryAfter) } }),
    });
  if (error instanceof FigureUnavailable) return failed('has no usable values at present. Try again later.');
  if (error instanceof UpstreamRefusal) return failed('refused. Try again later.', error.retryAfter);
  if (error instanceof UpstreamFault) {
    return failed('is not answering. Try again in a few seconds.', error.retryAfter);
  }
  throw error;
}
