import type { Logger } from 'pino';
import { createIdempotencyRecords } from '../store/idempotency-records.ts';
import type { Store } from '../store/index.ts';
import { type AnswerOnce, createAnswerOnce } from './answer-once.ts';

/** Idempotency of one process. */
export type Idempotency = { readonly answerOnce: AnswerOnce; close(): void };

const PURGE_EVERY_MILLISECONDS = 60 * 60 * 1_000;

/** Opens the records, frees what this process left behind when it last ended, and deletes old records every hour. */
export function startIdempotency(store: Store, log: Logger): Idempotency {
  const records = createIdempotencyRecords(store);
  const warn = (what: string) => (fault: unknown) => log.warn({ fault: String(fault) }, what);
  // One service has the file: whoever was running has died. On PostgreSQL another replica may be at it.
  if (store.kind === 'sqlite') records.releaseAll().catch(warn('keys of the last run not freed'));
  const purge = () => {
    records
      .purge()
      .then((count) => log.info({ count }, 'old idempotency records deleted'))
      .catch(warn('old idempotency records not deleted'));
  };
  purge();
  const timer = setInterval(purge, PURGE_EVERY_MILLISECONDS).unref();
  return { answerOnce: createAnswerOnce(records, log), close: () => clearInterval(timer) };
}
