import { Type } from 'typebox';
import type { Budget } from './guard.ts';
import { createJsonEndpoint, type UpstreamPorts } from './http.ts';

/** The yield of a validator's stake in one epoch. */
export type ValidatorYield = {
  readonly epoch: number;
  /** When the epoch ended, ISO 8601 as the source writes it; null while it runs. */
  readonly endedAt: string | null;
  /** Fraction a year; null while the source has none. */
  readonly apy: number | null;
};

/** A public source of validators' yields. */
export type ValidatorApyClient = {
  /**
   * Reads the yields of a validator's newest epochs, newest first; none when the source does not know it.
   *
   * @param epochs - how many at the most, the running one included.
   * @throws {UpstreamRefusal} with the source's words; {@link UpstreamFault} when no usable answer came.
   */
  yields(voteAccount: string, epochs: number, budget: Budget): Promise<readonly ValidatorYield[]>;
  close(): Promise<void>;
};

const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);

const Validators = Type.Object({
  validators: Type.Array(
    Type.Object({
      vote_account: Type.String(),
      epoch_stats: Type.Array(
        Type.Object({
          epoch: Type.Integer({ minimum: 0 }),
          epoch_end_at: Type.Union([Type.String(), Type.Null()]),
          apy: NumberOrNull,
        }),
        { maxItems: 5_000 },
      ),
    }),
  ),
});

/** Opens the source; `/validators` is appended to `url`. */
export function createValidatorApyClient(url: string, ports: UpstreamPorts): ValidatorApyClient {
  const endpoint = createJsonEndpoint(url, 'validator apy', ports);
  return {
    async yields(voteAccount, epochs, budget) {
      const query = { query_vote_accounts: voteAccount, epochs: String(epochs), limit: '1' };
      const { validators } = await endpoint.ask({ path: '/validators', query, schema: Validators }, budget);
      const validator = validators.find((each) => each.vote_account === voteAccount);
      return (validator?.epoch_stats ?? [])
        .map(({ epoch, epoch_end_at: endedAt, apy }) => ({ epoch, endedAt, apy }))
        .sort((a, b) => b.epoch - a.epoch);
    },
    close: endpoint.close,
  };
}
