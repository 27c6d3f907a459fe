import type { HistoryPoint, HistoryRange } from '@staking-agent/wire';
import type { Services } from '../services.ts';

/** What figures are read from. */
export type FigureServices = Pick<
  Services,
  'config' | 'clock' | 'log' | 'ledger' | 'captures' | 'lst' | 'validatorApy' | 'vaultRecords'
>;

/** Where a strategy's APY comes from. */
export type ApySource = {
  /**
   * Reads the APY as it is now.
   *
   * @returns percent a year at full precision.
   * @throws {FigureUnavailable} when the source has no usable value; whatever its client throws.
   */
  live(services: FigureServices): Promise<number>;
  /**
   * Reads the past.
   *
   * @returns the points of the range, oldest first, one a date, in percent with two decimals.
   * @throws {ProblemError} `upstream_error` when the source has none.
   */
  history(range: HistoryRange, services: FigureServices): Promise<HistoryPoint[]>;
};

/** Reads what a receipt is worth in the asset. @throws as {@link ApySource.live}. */
export type ReadExchangeRate = (services: FigureServices) => Promise<number>;

/** A source answered, and nothing in its answer can be used. */
export class FigureUnavailable extends Error {
  override readonly name = 'FigureUnavailable';
}

/** Milliseconds a source has for one figure of the list or the detail; the rest of what a detail waits is for a substitute. */
export const LIVE_BUDGET = { each: 2_500, total: 2_900 };
/** Milliseconds a source has for a history: two attempts where the first fails early enough. */
export const HISTORY_BUDGET = { each: 2_700, total: 5_200 };
/** Epochs a history asks for: with two days each, more than two and a half years. */
export const HISTORY_EPOCHS = 500;
