import { EPOCH_MILLISECONDS } from '../../vm/epoch-schedule.ts';
import { EPOCH_YIELD } from '../../world/usdc-vault/keeper.ts';
import { getSharePrice, type VaultView } from './vault-view.ts';

const DAY = 86_400;
/** Days of history the vault is given: more than any range asks for. */
const DAYS = 400;

/** The rate is per epoch. */
const EPOCH_SECONDS = Number(EPOCH_MILLISECONDS) / 1_000;
const GROWTH = 1 + Number(EPOCH_YIELD.numerator) / Number(EPOCH_YIELD.denominator);

/** One entry per day, oldest first; the last one is today's. */
export type DailyStats = {
  /** `YYYY-MM-DD`. */
  readonly dateLabels: readonly string[];
  /** Percent. */
  readonly apyData: readonly number[];
  /** Raw units of the asset. */
  readonly tvlData: readonly number[];
  /** Raw units of the LP. */
  readonly lpData: readonly number[];
};

/**
 * The share price at a moment, as a float.
 *
 * The price grows by the same rate each epoch, whatever is deposited or withdrawn, so the present one tells the past.
 *
 * @param ts - Unix seconds, not after the ledger's clock.
 */
export function sharePriceAt(view: VaultView, ts: number): number {
  return getSharePrice(view) * GROWTH ** ((ts - Number(view.now)) / EPOCH_SECONDS);
}

/** The yield of a year, in percent: the same over every window, since the rate never changes. */
export function annualYield(): number {
  return Math.round((GROWTH ** ((365 * DAY) / EPOCH_SECONDS) - 1) * 1e6) / 1e4;
}

/** Lists the days of the vault; past deposits and withdrawals are unknown, so every day has today's LP. */
export function getDailyStats(view: VaultView): DailyStats {
  const lp = Number(view.state.lpMintSupply);
  const days = Array.from({ length: DAYS }, (_, index) => Number(view.now) - (DAYS - 1 - index) * DAY);
  const apy = annualYield();
  return {
    dateLabels: days.map((ts) => new Date(ts * 1000).toISOString().slice(0, 10)),
    apyData: days.map(() => apy),
    tvlData: days.map((ts, index) =>
      index === DAYS - 1 ? Number(view.state.totalValue) : Math.floor((sharePriceAt(view, ts) * lp) / 1000),
    ),
    lpData: days.map(() => lp),
  };
}
