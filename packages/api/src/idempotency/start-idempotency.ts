import type { Logger } from 'pino';
import { createIdempotencyRecords, RECORDS_LIMIT } from '../store/idempotency-records.ts';
import type { Store } from '../store/index.ts';
import { type AnswerOnce, createAnswerOnce } from './answer-once.ts';

/** Idempotency of one process. */
export type Idempotency = { readonly answerOnce: AnswerOnce; close(): void };

const PURGE_EVERY_MILLISECONDS = 60 * 60 * 1_000;
const MEASURE_EVERY_MILLISECONDS = 60 * 1_000;

/**
 * Opens the records, frees what this process left behind when it last ended, and deletes old records every hour.
 *
 * @param limit - how many records there may be before new keys are refused.
 */
export function startIdempotency(store: Store, log: Logger, limit = RECORDS_LIMIT): Idempotency {
  const records = createIdempotencyRecords(store, limit);
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
  const measure = () => {
    records
      .measure()
      .then(({ isFull }) => isFull && log.error('no room for new idempotency keys'))
      .catch(warn('idempotency records not counted'));
  };
  measure();
  const timers = [
    setInterval(purge, PURGE_EVERY_MILLISECONDS).unref(),
    setInterval(measure, MEASURE_EVERY_MILLISECONDS).unref(),
  ];
  return { answerOnce: createAnswerOnce(records, log), close: () => timers.forEach(clearInterval) };
}
