import type { HistoryPoint, StrategyKey } from '@staking-agent/wire';
import { fromApyFault } from '../problems/from-fault.ts';
import type { ApySource, FigureServices } from './figure-source.ts';
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
      throw fromApyFault(key, error);
    }
  };
}
