import type { HistoryAnswer, StrategyKey, WalletHistoryAnswer } from '@staking-agent/sdk';

export type Row = WalletHistoryAnswer['rows'][number];
type Quantities = Row['in'];

/** The unit that a position is counted in; its value is in SOL but for that in USDC. */
const UNITS: Readonly<Record<StrategyKey, string>> = {
  'sol-native-stake': 'staked SOL',
  'sol-liquid-stake': 'raSOL',
  'sol-leveraged-stake': 'raSOL Max',
  'usdc-earn': 'raUSDC',
};
/** Assets that are worth what they say in the asset of a value. */
const AT_PAR = ['SOL', 'USDC', 'staked SOL'];

const sum = (quantities: Quantities, counts: (asset: string) => boolean) =>
  quantities.reduce((total, { asset, baseUnits }) => (counts(asset) ? total + BigInt(baseUnits) : total), 0n);

/** Returns the units that a row adds to its position; below zero where it takes some. */
function readUnits(row: Row): bigint {
  const isUnit = (asset: string) => asset === UNITS[row.strategy];
  return sum(row.in, isUnit) - sum(row.out, isUnit);
}

/**
 * Returns the worth that a row put into its strategy, below zero where it took some out, in base units of the value. What the
 * ledger does not say, as of a payment in a token of another rate, counts as nothing.
 */
function readPaid(row: Row): bigint {
  const units = readUnits(row);
  if (row.type === 'reward' || row.type === 'failed') return 0n;
  const isOther = (asset: string) => asset !== UNITS[row.strategy];
  const others = [...row.in, ...row.out].filter(({ asset }) => isOther(asset));
  // A stake account is worth the SOL in it, whatever was paid for it.
  if (row.strategy === 'sol-native-stake' && (units > 0n || others.length === 0)) return units;
  if (units === 0n || others.some(({ asset }) => !AT_PAR.includes(asset))) return 0n;
  return sum(row.out, isOther) - sum(row.in, isOther);
}

type Points = HistoryAnswer['points'];

const DAY = 86_400_000;
const YEAR_DAYS = 365;

const readDay = ({ date }: Points[number]) => Date.parse(`${date}T00:00:00Z`);

/**
 * Returns how a rate grew from yields: the logarithm of its growth since the first point. A yield holds from the point before to
 * its own; the last one goes on.
 *
 * @param points - oldest first.
 */
function readGrowth(points: Points): (time: number) => number {
  const slope = ({ apy }: Points[number]) => Math.log1p(apy / 100) / (YEAR_DAYS * DAY);
  return (time) => {
    let grown = 0;
    for (const [i, point] of points.entries()) {
      const [from, to] = [readDay(points[i - 1] ?? point), readDay(point)];
      const isLast = i === points.length - 1;
      grown += Math.max(0, Math.min(time, isLast ? Math.max(time, to) : to) - from) * slope(point);
    }
    return grown;
  };
}

/** Earnings over time: since the first stake, in whole units of the value; below zero for a loss. */
export type Curve = {
  /** Milliseconds since 1970. */
  readonly times: readonly number[];
  readonly earned: readonly number[];
};

/** The curve ends this close to what the service says is earned, as a part of the value. */
const TOLERANCE = 1e-6;

/**
 * Traces what a strategy earned from the first stake to now: the worth of its units, by the value now and the yields of the past,
 * and what came out, less what went in. For a look, not for a sum: yields have two decimals.
 *
 * @param rows - of the strategy, oldest first.
 * @param now - value and earnings of the service in whole units with their decimals, and the present of the ledger.
 * @returns undefined for less than a day, and where the rows do not lead to what the service says is earned.
 */
export function traceEarned(
  rows: readonly Row[],
  points: Points,
  now: Moment & { readonly value: number; readonly earned: number; readonly decimals: number },
): Curve | undefined {
  const dated = dateRows(rows, now);
  const [first] = dated;
  if (first === undefined || now.time - first.at < DAY) return undefined;
  const isStake = first.row.strategy === 'sol-native-stake';
  const grow = readGrowth(isStake ? [] : points);
  const held = rows.reduce((total, row) => total + readUnits(row), 0n);
  const worth = (units: bigint, time: number) =>
    (held === 0n ? 0 : Number(units) / Number(held)) * now.value * Math.exp(grow(time) - grow(now.time));
  const days = isStake ? [] : points.map(readDay);
  const times = [...new Set([...dated.map(({ at }) => at), ...days, now.time])]
    .filter((time) => time >= first.at && time <= now.time)
    .toSorted((a, b) => a - b);
  const earnedBy = (time: number) => {
    const past = dated.filter(({ at }) => at <= time).map(({ row }) => row);
    const units = past.reduce((total, row) => total + readUnits(row), 0n);
    const paid = past.reduce((total, row) => total + readPaid(row), 0n);
    return worth(units, time) - Number(paid) / 10 ** now.decimals;
  };
  const isWhole = Math.abs(earnedBy(now.time) - now.earned) <= now.value * TOLERANCE;
  return isWhole ? { times, earned: times.map(earnedBy) } : undefined;
}

/** A moment of the ledger: its slot, and milliseconds since 1970. */
type Moment = { readonly slot: number; readonly time: number };

/** Dates rows by their slot between those that have a time: nodes do not keep that of every epoch. */
function dateRows(rows: readonly Row[], now: Moment) {
  const known = rows.flatMap(({ slot, time }) =>
    time === null ? [] : [{ slot: Number(slot), time: Date.parse(time) }],
  );
  const timeAt = (slot: number) => {
    const before = known.findLast((each) => each.slot <= slot) ?? known[0] ?? now;
    const after = known.find((each) => each.slot >= slot) ?? now;
    const part = after.slot > before.slot ? (slot - before.slot) / (after.slot - before.slot) : 0;
    return before.time + part * (after.time - before.time);
  };
  return rows.map((row) => ({
    row,
    at: row.time === null ? timeAt(Number(row.slot)) : Date.parse(row.time),
  }));
}

const WEEK = 7 * DAY;

/** The worst week of a past. */
export type Week = {
  /** Percent; below zero where it lost. */
  readonly percent: number;
  /** The day from which on the past is known, ISO 8601. */
  readonly since: string;
};

/**
 * Finds the seven days in a row that brought least.
 *
 * @param points - yields, oldest first.
 * @returns undefined for a past of less than a week.
 */
export function findWorstWeek(points: Points): Week | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || readDay(last) - readDay(first) < WEEK) return undefined;
  const grow = readGrowth(points);
  // Between two points a rate grows evenly, so the worst week begins or ends at one.
  const begins = points
    .flatMap((point) => [readDay(point), readDay(point) - WEEK])
    .filter((begin) => begin >= readDay(first) && begin + WEEK <= readDay(last));
  const least = Math.min(...begins.map((begin) => grow(begin + WEEK) - grow(begin)));
  return { percent: Math.expm1(least) * 100, since: first.date };
}
