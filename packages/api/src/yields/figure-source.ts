import type { HistoryPoint, HistoryRange, StrategyKey } from '@staking-agent/wire';
import type { Logger } from 'pino';
import type { Clock } from '../runtime/clock.ts';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import type { LstClient } from '../upstreams/router/lst-client.ts';
import type { ValidatorApyClient } from '../upstreams/validator-apy/validator-apy-client.ts';
import type { ApyWindow, VaultRecordClient } from '../upstreams/vault-api/vault-record-client.ts';
import type { Capture } from './capture-records.ts';
import type { CaptureSource } from './receipt-value.ts';

/** What figures are read from. */
export type FigurePorts = {
  readonly clock: Clock;
  readonly log: Logger;
  readonly ledger: LedgerReader;
  readonly captures: {
    /**
     * The newest captures of a strategy, oldest first.
     *
     * @throws {StoreFault} {@link UpstreamFault} {@link UpstreamRefusal}
     */
    latest(strategy: StrategyKey, count: number): Promise<readonly Capture[]>;
  };
  readonly lst: Pick<LstClient, 'yields'>;
  readonly validatorApy: Pick<ValidatorApyClient, 'yields'>;
  readonly vaultRecords: Pick<VaultRecordClient, 'read'>;
  /** The window of the USDC vault's yield that is its APY. */
  readonly usdcWindow: ApyWindow;
};

/** A history, cut to a range. */
export type History = {
  /** Oldest first, one a date, in percent with two decimals. */
  readonly points: readonly HistoryPoint[];
  /** Whether they cover the range. */
  readonly isComplete: boolean;
};

/** Where a strategy's APY comes from. */
export type ApySource = {
  /**
   * Reads the APY as it is now.
   *
   * @returns percent a year at full precision.
   * @throws {FigureUnavailable} when the source has no usable value; whatever its client throws.
   */
  live(ports: FigurePorts): Promise<number>;
  /**
   * Reads the past.
   *
   * @throws {ProblemError} `upstream_error` when the source has none.
   */
  history(range: HistoryRange, ports: FigurePorts): Promise<History>;
};

/** Reads what a receipt is worth in the asset. @throws as {@link ApySource.live}. */
export type ReadExchangeRate = (ports: FigurePorts) => Promise<number>;

/** Where the figures of one strategy come from; absent where there is none. */
export type FigureSources = {
  readonly apy?: ApySource;
  readonly exchangeRate?: ReadExchangeRate;
  readonly capture?: CaptureSource;
};

/** Milliseconds a source has for one figure of the list or the detail; the rest of what a detail waits is for a substitute. */
export const LIVE_BUDGET = { each: 2_500, total: 2_900 };
/** Milliseconds a source has for a history: two attempts where the first fails early enough. */
export const HISTORY_BUDGET = { each: 2_700, total: 5_200 };
/** Epochs a history asks for: with two days each, more than two and a half years. */
export const HISTORY_EPOCHS = 500;
