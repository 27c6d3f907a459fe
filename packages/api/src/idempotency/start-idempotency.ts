import type { Logger } from 'pino';
import type { Clock } from '../background/clock.ts';
import { type Loop, startLoop } from '../background/loop.ts';
import type { Random } from '../keys/random.ts';
import { createIdempotencyRecords, RECORDS_LIMIT } from '../store/idempotency-records.ts';
import type { Store } from '../store/index.ts';
import { createSoleRecords, type SoleRecords } from '../store/sole-records.ts';
import { type AnswerOnce, createAnswerOnce } from './answer-once.ts';

/** Idempotency of one process. */
export type Idempotency = {
  readonly answerOnce: AnswerOnce;
  /** Deletes and counts no more, and resolves when neither is going on. */
  close(): Promise<void>;
};

/** What idempotency stands on. */
export type IdempotencyPorts = {
  readonly store: Store;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: Random;
};

const PURGE_EVERY_MILLISECONDS = 60 * 60 * 1_000;
const MEASURE_EVERY_MILLISECONDS = 60 * 1_000;

/**
 * Opens the records, releases the reservations of the previous run of this process, and deletes old records every hour.
 *
 * @param limit - how many records there may be before new keys are refused.
 */
export function startIdempotency(ports: IdempotencyPorts, limit = RECORDS_LIMIT): Idempotency {
  const { store, log, clock, random } = ports;
  // A database file has one process.
  const sole = store.kind === 'sqlite' ? createSoleRecords(store, { random, clock, limit }) : undefined;
  const records = sole ?? createIdempotencyRecords(store, { random, clock, limit });
  const warn = (what: string) => (fault: unknown) => log.warn({ fault: String(fault) }, what);
  // Runs of the previous process have died with it. On PostgreSQL another replica may hold them.
  sole?.releaseAll().catch(warn('keys of the last run not freed'));
  const purging = startLoop({
    clock,
    pause: PURGE_EVERY_MILLISECONDS,
    work: async () => log.info({ count: await records.purge() }, 'old idempotency records deleted'),
    onFault: warn('old idempotency records not deleted'),
  });
  const measuring = startLoop({
    clock,
    pause: MEASURE_EVERY_MILLISECONDS,
    work: async () => {
      const { isFull } = await records.measure();
      if (isFull) log.error('no room for new idempotency keys');
    },
    onFault: warn('idempotency records not counted'),
  });
  const learning = sole && startLearning(sole, clock, warn('idempotency keys not read'));
  return {
    answerOnce: createAnswerOnce({ records, log, clock }),
    async close() {
      await Promise.all([purging.stop(), measuring.stop(), learning?.stop()]);
    },
  };
}

// Reads some keys at a time, so that it delays neither requests nor the end of the process.
function startLearning(records: SoleRecords, clock: Clock, onFault: (fault: unknown) => void): Loop {
  let isAllKnown = false;
  return startLoop({
    clock,
    pause: () => (isAllKnown ? MEASURE_EVERY_MILLISECONDS : 0),
    pauseAfterFault: MEASURE_EVERY_MILLISECONDS,
    work: async () => {
      isAllKnown = await records.learn();
    },
    onFault,
  });
}
