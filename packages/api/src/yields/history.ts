import type { HistoryPoint, HistoryRange, StrategyKey } from '@staking-agent/wire';
import { FigureUnavailable, fromHistoryFailure } from '../problems/faults.ts';
import { type ApySource, findPercentOfFraction, HISTORY_EPOCHS, type YieldServices } from './figures.ts';

/** Points kept at the most, the newest: a source cannot make an answer of any size. */
const MOST_POINTS = 5_000;
const DAY = 86_400_000;
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2}))?$/;

/** Days that may lie between two points, and between a range and its points, of a history without a gap. */
const GAP_DAYS = 3;

/** Days of each range; `All` has no bound. */
const DAYS: Readonly<Record<HistoryRange, number>> = { '1M': 30, '3M': 90, '6M': 180, All: Infinity };

/** The yield of one day or epoch, as a source says it. */
export type SourcePoint = {
  /** Unix milliseconds, or ISO 8601 text. */
  readonly at: number | string;
  /** Undefined where the source has no usable value. */
  readonly percent: number | undefined;
};

/**
 * Makes a history of what a source says: one point a UTC date, oldest first, percent with two decimals.
 *
 * Of two points of one date the later in the list stays. Points without a usable value are left out.
 *
 * @param points - oldest first, or in any order where no two have the same date.
 * @throws {FigureUnavailable} when a date is none, or no point is left.
 */
export function toHistory(points: readonly SourcePoint[]): HistoryPoint[] {
  const byDate = new Map<string, number>();
  for (const { at, percent } of points) {
    const date = formatDate(at);
    if (percent !== undefined) byDate.set(date, Math.round(percent * 100) / 100);
  }
  if (byDate.size === 0) throw new FigureUnavailable('an empty history');
  return [...byDate]
    .map(([date, apy]) => ({ date, apy }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .slice(-MOST_POINTS);
}

/**
 * Cuts a history to a range, by date, the first day included.
 *
 * The range ends today, or with the newest point where that is later: a ledger's calendar may be ahead of ours.
 *
 * @param history - oldest first.
 * @param now - Unix milliseconds.
 */
export function cutHistory(
  history: readonly HistoryPoint[],
  range: HistoryRange,
  now: number,
): HistoryPoint[] {
  const newest = Date.parse(history.at(-1)?.date ?? '') || 0;
  const first = Math.max(Math.floor(now / DAY) * DAY, newest) - DAYS[range] * DAY;
  return history.filter(({ date }) => Date.parse(date) >= first);
}

/**
 * Checks whether points cover a range: every three days of it have one.
 *
 * `All` begins with the oldest point, whatever lies before it.
 *
 * @param points - of the range, oldest first.
 */
export function coversRange(points: readonly HistoryPoint[], range: HistoryRange, now: number): boolean {
  const times = points.map(({ date }) => Date.parse(date));
  const [oldest] = times;
  const today = Math.floor(now / DAY) * DAY;
  if (oldest === undefined) return false;
  const to = Math.max(today, times.at(-1) ?? today);
  const from = range === 'All' ? oldest : to - DAYS[range] * DAY;
  const all = [from, ...times, to];
  return all.every((time, i) => time - (all[i - 1] ?? time) < GAP_DAYS * DAY);
}

function formatDate(at: number | string): string {
  // What Date would make of other text is a guess: it reads "1" as a day in 2001.
  if (typeof at === 'string' && !ISO_DATE.test(at)) throw new FigureUnavailable('a point without a date');
  const time = new Date(at);
  const year = time.getUTCFullYear();
  // Also false for NaN; further years would be printed in another form.
  if (!(year >= 1970 && year <= 9999)) throw new FigureUnavailable('a point without a date');
  return time.toISOString().slice(0, 10);
}

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
  read: (services: YieldServices) => Promise<readonly SourcePoint[]>,
  most = MOST_POINTS,
): ApySource['history'] {
  let pending: Promise<{ readonly points: readonly HistoryPoint[]; readonly isCut: boolean }> | undefined;
  const readWhole = async (services: YieldServices) => {
    const points = await read(services);
    const known = toHistory(points);
    const captured = await readCaptured(key, services);
    const losses = captured.filter(({ percent = 0 }) => percent < 0);
    return {
      points: captured.length === 0 ? known : toHistory([...captured, ...points, ...losses]),
      isCut: points.length >= most,
    };
  };
  return async (range, services) => {
    try {
      pending ??= readWhole(services).finally(() => {
        pending = undefined;
      });
      const { points: whole, isCut } = await pending;
      const now = services.clock.now();
      const points = cutHistory(whole, range, now);
      return { points, isComplete: coversRange(points, range, now) && !(range === 'All' && isCut) };
    } catch (error) {
      throw fromHistoryFailure(error, key);
    }
  };
}

/** Reads our own captures; none while the store is away, as the source's history does not need them. */
async function readCaptured(key: StrategyKey, { captures, log }: YieldServices): Promise<SourcePoint[]> {
  try {
    const found = await captures.latest(key, MOST_POINTS);
    return found.flatMap(({ measuredAt, apy }) => (apy === null ? [] : [{ at: measuredAt, percent: apy }]));
  } catch (fault) {
    log.warn({ strategy: key, fault: String(fault) }, 'history without captures');
    return [];
  }
}

/** The yield of an epoch as a source says it, as a fraction; without an end while it runs. */
type EpochYield = { readonly endedAt: SourcePoint['at'] | null; readonly apy: number | null };

/** Makes a history of the yields of epochs that have ended. @param read - newest first, of {@link HISTORY_EPOCHS}. */
export function createEpochHistory(
  key: StrategyKey,
  read: (services: YieldServices) => Promise<readonly EpochYield[]>,
): ApySource['history'] {
  const readPoints = async (services: YieldServices) =>
    (await read(services))
      .toReversed()
      .flatMap(({ endedAt: at, apy }) => (at === null ? [] : [{ at, percent: findPercentOfFraction(apy) }]));
  return createHistory(key, readPoints, HISTORY_EPOCHS);
}
