import { Type } from 'typebox';
import { createJsonEndpoint } from '../json-endpoint.ts';
import type { UpstreamPorts } from '../upstream-ports.ts';
import type { Budget } from '../within-budget.ts';

/** The yield of a liquid staking token in one epoch. */
export type LstYield = {
  readonly epoch: number;
  /** When the epoch ended, Unix milliseconds. */
  readonly endedAt: number;
  /** Fraction a year; null when the router has none. */
  readonly apy: number | null;
};

/** What the swap router knows of liquid staking tokens. */
export type LstClient = {
  /**
   * Reads the yields of the newest epochs that have ended, newest first.
   *
   * @param epochs - how many at the most.
   * @throws {UpstreamRefusal} with the router's own words; {@link UpstreamFault} when no usable answer came.
   */
  yields(mint: string, epochs: number, budget: Budget): Promise<readonly LstYield[]>;
  close(): Promise<void>;
};

const Yields = Type.Object({
  data: Type.Array(
    Type.Object({
      epoch: Type.Integer({ minimum: 0 }),
      epochEndTs: Type.Number({ exclusiveMinimum: 0, maximum: 8.64e15 }),
      apy: Type.Union([Type.Number(), Type.Null()]),
    }),
    { maxItems: 5_000 },
  ),
});

/** Below it a time can only be seconds; as milliseconds it would lie in 1973. */
const SECONDS_BELOW = 1e11;

/**
 * Opens the router's token data, with separate connections.
 *
 * @param url - base URL, to which `/lsts/…` is appended.
 * @param apiKey - sent in the query, as the router wants it; never logged.
 */
export function createLstClient(url: string, apiKey: string, ports: UpstreamPorts): LstClient {
  const endpoint = createJsonEndpoint(url, 'router lsts', ports);
  return {
    async yields(mint, epochs, budget) {
      const question = {
        path: `/lsts/${mint}/apys`,
        query: { limit: String(epochs), apiKey },
        schema: Yields,
      };
      const { data } = await endpoint.ask(question, budget);
      return data
        .map(({ epoch, epochEndTs, apy }) => ({ epoch, endedAt: toMilliseconds(epochEndTs), apy }))
        .sort((a, b) => b.epoch - a.epoch);
    },
    close: endpoint.close,
  };
}

// Seen in both units.
function toMilliseconds(time: number): number {
  return time < SECONDS_BELOW ? time * 1000 : time;
}
