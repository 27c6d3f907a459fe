import { type Clock, within } from '../runtime/clock.ts';
import { readSchema, type Store } from '../store/open.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash-feed.ts';
import type { LedgerClient } from '../upstreams/ledger/ledger-client.ts';

/** Whether the service can do its work, and what it lacks. */
export type Readiness = {
  readonly ready: boolean;
  readonly checks: {
    /** The store answers, its tables are there and may be read. */
    readonly store: 'ok' | 'unavailable';
    /** RPC nodes show new blockhashes: transactions can be built. */
    readonly blockhash: 'ok' | 'stale';
    readonly process: 'ok' | 'stopping';
  };
  /** RPC endpoints that have shown to be of another ledger, by their places in the configuration; they are not asked. */
  readonly foreignNodes: readonly string[];
};

const STORE_MILLISECONDS = 1_500;

/** What readiness is read from. */
export type ReadinessPorts = {
  readonly store: Pick<Store, 'db'>;
  readonly blockhash: Pick<BlockhashFeed, 'isFresh'>;
  readonly ledger: Pick<LedgerClient, 'endpoints'>;
  readonly clock: Clock;
};

/** Asks the store and the feeds. */
export async function checkReadiness(
  { store, blockhash, ledger, clock }: ReadinessPorts,
  isStopping: boolean,
): Promise<Readiness> {
  const answered = readSchema(store).then(
    () => true,
    () => false,
  );
  const isStoreUp = await within(clock, STORE_MILLISECONDS, answered, () => false);
  const checks = {
    store: isStoreUp ? 'ok' : 'unavailable',
    blockhash: blockhash.isFresh() ? 'ok' : 'stale',
    process: isStopping ? 'stopping' : 'ok',
  } as const;
  const foreignNodes = ledger.endpoints.filter(({ isForeign }) => isForeign).map(({ name }) => name);
  return { ready: Object.values(checks).every((check) => check === 'ok'), checks, foreignNodes };
}
