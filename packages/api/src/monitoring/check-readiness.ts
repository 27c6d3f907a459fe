import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '../services.ts';

/** Whether the service can do its work, and what it lacks. */
export type Readiness = {
  readonly ready: boolean;
  readonly checks: {
    /** The store answers a query. */
    readonly store: 'ok' | 'unavailable';
    /** A blockhash of the last two seconds is known: transactions can be built. */
    readonly blockhash: 'ok' | 'stale';
    readonly process: 'ok' | 'stopping';
  };
};

const STORE_MILLISECONDS = 1_500;

/** Asks the store and the feeds. */
export async function checkReadiness(
  { store, blockhash }: Pick<Services, 'store' | 'blockhash'>,
  isStopping: boolean,
): Promise<Readiness> {
  const answered = sql`select 1`.execute(store.db).then(
    () => true,
    () => false,
  );
  const isStoreUp = await Promise.race([answered, sleep(STORE_MILLISECONDS, false, { ref: false })]);
  const checks = {
    store: isStoreUp ? 'ok' : 'unavailable',
    blockhash: blockhash.peek() === undefined ? 'stale' : 'ok',
    process: isStopping ? 'stopping' : 'ok',
  } as const;
  return { ready: Object.values(checks).every((check) => check === 'ok'), checks };
}
