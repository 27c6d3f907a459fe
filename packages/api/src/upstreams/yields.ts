import { Type } from 'typebox';
import type { Budget } from './guard.ts';
import { createJsonClient, type UpstreamPorts } from './http.ts';

/** The swap router's yields of liquid staking tokens. */
export type LstClient = ReturnType<typeof createLstClient>;

const LstYields = Type.Object({
  data: Type.Array(
    Type.Object({
      epoch: Type.Integer({ minimum: 0 }),
      epochEndTs: Type.Number({ exclusiveMinimum: 0, maximum: 8.64e15 }),
      apy: Type.Union([Type.Number(), Type.Null()]),
    }),
    { maxItems: 5_000 },
  ),
});

/** Below it a time can only be seconds; as milliseconds it would lie in 1973. Sources use both units. */
const SECONDS_BELOW = 1e11;

/**
 * Opens the router's token data, with separate connections; `/lsts/…` is appended to `url`.
 *
 * @param apiKey - sent in the query, as the router wants it; never logged.
 */
export function createLstClient(url: string, apiKey: string, ports: UpstreamPorts) {
  const options = { upstream: 'yield source', name: 'router lsts' } as const;
  const client = createJsonClient(url, options, ports);
  return {
    /**
     * Reads the yields of the newest epochs that have ended, newest first: `endedAt` in Unix milliseconds, `apy` a fraction a
     * year, null where the router has none.
     *
     * @param epochs - how many at the most.
     * @throws {UpstreamRefusal} with the router's own words; {@link UpstreamFault} when no usable answer came.
     */
    async yields(mint: string, epochs: number, budget: Budget) {
      const query = { limit: String(epochs), apiKey };
      const call = { operation: 'read', method: 'GET', path: `/lsts/${mint}/apys`, query } as const;
      const { data } = await client.ask({ ...call, schema: LstYields }, budget);
      return data
        .map(({ epoch, epochEndTs: ended, apy }) => ({
          epoch,
          endedAt: ended < SECONDS_BELOW ? ended * 1000 : ended,
          apy,
        }))
        .sort((a, b) => b.epoch - a.epoch);
    },
    close: client.close,
  };
}

/** A public source of validators' yields. */
export type ValidatorApyClient = ReturnType<typeof createValidatorApyClient>;

const Validators = Type.Object({
  validators: Type.Array(
    Type.Object({
      vote_account: Type.String(),
      epoch_stats: Type.Array(
        Type.Object({
          epoch: Type.Integer({ minimum: 0 }),
          epoch_end_at: Type.Union([Type.String(), Type.Null()]),
          apy: Type.Union([Type.Number(), Type.Null()]),
        }),
        { maxItems: 5_000 },
      ),
    }),
  ),
});

/** Opens the source; `/validators` is appended to `url`. */
export function createValidatorApyClient(url: string, ports: UpstreamPorts) {
  const options = { upstream: 'yield source', name: 'validator apy' } as const;
  const client = createJsonClient(url, options, ports);
  return {
    /**
     * Reads the yields of a validator's newest epochs, newest first; none when the source does not know it. `endedAt` is
     * ISO 8601 text, null while the epoch runs; `apy` is a fraction a year, null while the source has none.
     *
     * @param epochs - how many at the most, the running one included.
     * @throws {UpstreamRefusal} with the source's words; {@link UpstreamFault} when no usable answer came.
     */
    async yields(voteAccount: string, epochs: number, budget: Budget) {
      const query = { query_vote_accounts: voteAccount, epochs: String(epochs), limit: '1' };
      const call = { operation: 'read', method: 'GET', path: '/validators', query } as const;
      const { validators } = await client.ask({ ...call, schema: Validators }, budget);
      const validator = validators.find((each) => each.vote_account === voteAccount);
      return (validator?.epoch_stats ?? [])
        .map(({ epoch, epoch_end_at: endedAt, apy }) => ({ epoch, endedAt, apy }))
        .sort((a, b) => b.epoch - a.epoch);
    },
    close: client.close,
  };
}
