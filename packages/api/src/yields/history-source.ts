import type { HistoryPoint, StrategyKey } from '@staking-agent/wire';
import { fromHistoryFailure } from '../problems/from-fault.ts';
import type { ApySource, FigurePorts } from './figure-source.ts';
import { coversRange, cutHistory, MOST_POINTS, type SourcePoint, toHistory } from './history.ts';
import { shareWhilePending } from './share-while-pending.ts';

/**
 * Makes a history of a source outside: read whole and anew, once for all who ask at the same time, then cut.
 *
 * Dates that the source has no usable value for are those of the service's own captures, which outlive the source. A
 * captured loss stands whatever the source says: it was on the ledger.
 *
 * @param read - the whole series.
 * @param most - points the source is asked for; when it has as many, there may be more.
 */
export function createHistory(
  key: StrategyKey,
  read: (ports: FigurePorts) => Promise<readonly SourcePoint[]>,
  most = MOST_POINTS,
): ApySource['history'] {
  const readHistory = shareWhilePending(async (ports: FigurePorts) => {
    const points = await read(ports);
    const known = toHistory(points);
    const captured = await readCaptured(key, ports);
    const losses = captured.filter(({ percent = 0 }) => percent < 0);
    return {
      points: captured.length === 0 ? known : toHistory([...captured, ...points, ...losses]),
      isCut: points.length >= most,
    };
  });
  return async (range, ports) => {
    try {
      const { points: whole, isCut } = await readHistory(ports);
      const now = ports.clock.now();
      const points: readonly HistoryPoint[] = cutHistory(whole, range, now);
      return { points, isComplete: coversRange(points, range, now) && !(range === 'All' && isCut) };
    } catch (error) {
      throw fromHistoryFailure(error, key);
    }
  };
}

/** Our own captures; none while the store is away, which costs the source's history nothing. */
async function readCaptured(key: StrategyKey, { captures, log }: FigurePorts): Promise<SourcePoint[]> {
  try {
    const found = await captures.latest(key, MOST_POINTS);
    return found.flatMap(({ measuredAt, apy }) => (apy === null ? [] : [{ at: measuredAt, percent: apy }]));
  } catch (fault) {
    log.warn({ strategy: key, fault: String(fault) }, 'history without captures');
    return [];
  }
}
