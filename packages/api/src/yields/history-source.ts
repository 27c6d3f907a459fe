import type { HistoryPoint, StrategyKey } from '@staking-agent/wire';
import { fromHistoryFailure } from '../problems/from-fault.ts';
import type { ApySource, FigurePorts } from './figure-source.ts';
import { cutHistory, type SourcePoint, toHistory } from './history.ts';
import { shareWhilePending } from './share-while-pending.ts';

/**
 * Makes a history of a source outside: read whole and anew, once for all who ask at the same time, then cut.
 *
 * @param read - the whole series.
 */
export function createHistory(
  key: StrategyKey,
  read: (ports: FigurePorts) => Promise<readonly SourcePoint[]>,
): ApySource['history'] {
  const readHistory = shareWhilePending(
    async (ports: FigurePorts): Promise<HistoryPoint[]> => toHistory(await read(ports)),
  );
  return async (range, ports) => {
    try {
      return cutHistory(await readHistory(ports), range, ports.clock.now());
    } catch (error) {
      throw fromHistoryFailure(error, key);
    }
  };
}
