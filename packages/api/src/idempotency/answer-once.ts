import type { ProblemCode } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { type Clock, sleep, within } from '../background/clock.ts';
import { createInFlight } from '../background/in-flight.ts';
import { fromStoreFault } from '../problems/from-fault.ts';
import { problem } from '../problems/problem.ts';
import { isProblemError } from '../problems/problem-error.ts';
import type { IdempotencyRecords, Reservation } from '../store/idempotency-records.ts';
import { StoreFault } from '../store/index.ts';

/** A request that carries a key. */
export type KeyedRequest = {
  /** Hash of operation and key. */
  readonly keyHash: string;
  /** Hash of everything that is asked for. */
  readonly fingerprint: string;
  /** Milliseconds after which the operation has answered one way or the other. */
  readonly deadline: number;
  /** Whether the answer follows from the request alone, so that it may be given although it could not be kept. */
  readonly isRepeatable: boolean;
  /** Whether it only builds: then a refusal that the caller alone can mend has left nothing behind. */
  readonly isBuild: boolean;
};

/** The printed body of a 200, and whether an earlier request had it already. */
export type OnceAnswer = { readonly body: string; readonly isReplay: boolean };

/** Runs a request at most once at a time for each key, and gives every later one with that key the same bytes. */
export type AnswerOnce = (request: KeyedRequest, run: () => Promise<object>) => Promise<OnceAnswer>;

// A run may end a moment after its deadline; one that has not ended by then died with its process.
const LEASE_LEEWAY_MILLISECONDS = 5_000;
const FIRST_PAUSE_MILLISECONDS = 20;
const LONGEST_PAUSE_MILLISECONDS = 250;

type AnswerOncePorts = {
  readonly records: IdempotencyRecords;
  readonly log: Logger;
  readonly clock: Clock;
};

/** Creates the gate of one process; replicas coordinate through the records. */
export function createAnswerOnce(ports: AnswerOncePorts): AnswerOnce {
  const running = createInFlight<Promise<OnceAnswer>>();
  return async (request, run) => {
    // Keyed by the whole request: only the records know which request a key belongs to.
    const name = request.keyHash + request.fingerprint;
    const first = running.get(name);
    if (first !== undefined) {
      const { body } = await within(ports.clock, request.deadline, first, () => {
        throw problem('IDEMPOTENCY_KEY_IN_PROGRESS');
      });
      return { body, isReplay: true };
    }
    const answer = answerAcrossReplicas(request, run, ports).finally(() => running.delete(name));
    running.set(name, answer);
    return await answer;
  };
}

async function answerAcrossReplicas(
  request: KeyedRequest,
  run: () => Promise<object>,
  ports: AnswerOncePorts,
): Promise<OnceAnswer> {
  const { records, clock } = ports;
  const { keyHash, fingerprint, deadline, isBuild } = request;
  const until = clock.elapsed() + deadline;
  let pause = FIRST_PAUSE_MILLISECONDS;
  for (;;) {
    const begun = await orUnavailable(
      // A build sends nothing: one that dies has left nothing behind.
      records.begin(keyHash, fingerprint, deadline + LEASE_LEEWAY_MILLISECONDS, isBuild),
    );
    if (begun.kind === 'mismatch') throw problem('IDEMPOTENCY_KEY_REUSED');
    if (begun.kind === 'answered') return { body: begun.answer.body, isReplay: true };
    if (begun.kind === 'reserved') {
      const body = await runReserved(begun.reservation, request, run, ports);
      if (body !== undefined) return { body, isReplay: false };
      // Another run took the key over meanwhile: its answer counts.
    }
    if (clock.elapsed() + pause > until) throw problem('IDEMPOTENCY_KEY_IN_PROGRESS');
    await sleep(clock, pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MILLISECONDS);
  }
}

async function runReserved(
  reservation: Reservation,
  { isRepeatable, isBuild }: KeyedRequest,
  run: () => Promise<object>,
  { records, log }: AnswerOncePorts,
): Promise<string | undefined> {
  let body: string;
  try {
    body = JSON.stringify(await run());
  } catch (error) {
    const isFree = isBuild && isForCaller(error);
    const isBound = !isFree && (reservation.isTakenOver || hasBegun(error));
    const freed = isBound ? records.reopen(reservation) : records.forget(reservation);
    // Then the end of the lease frees it; the caller gets the first error, not this one.
    await freed.catch((fault: unknown) => log.warn({ fault: String(fault) }, 'idempotency key not freed'));
    throw error;
  }
  try {
    return (await records.finish(reservation, { status: 200, body })) ? body : undefined;
  } catch (error) {
    if (isRepeatable && error instanceof StoreFault) {
      log.warn({ fault: error.message }, 'answer not kept');
      return body;
    }
    throw fromStoreFault(error, 'idempotency');
  }
}

// A refusal of the request itself stores nothing; any later failure binds the key to its request, answered or not,
// even if a later attempt is refused, for example because its token has expired.
function hasBegun(error: unknown): boolean {
  // Nobody has signed these bytes: a caller who invents them must not occupy the key of the one who signs them.
  if (isProblemError(error) && error.code === 'SIGNATURE_FAILURE') return false;
  return !isProblemError(error) || error.slug === 'upstream_error' || error.slug === 'internal_error';
}

// A withheld transaction is not the caller's fault, although the same request fails again.
const WITHHELD: ReadonlySet<ProblemCode> = new Set([
  'ROUTER_TRANSACTION_REFUSED',
  'VAULT_TRANSACTION_REFUSED',
]);

/** Checks whether only another request can succeed: less, more, or from another account. */
function isForCaller(error: unknown): boolean {
  if (!isProblemError(error) || error.slug !== 'upstream_error') return false;
  return !error.retryable && !WITHHELD.has(error.code);
}

async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw fromStoreFault(error, 'idempotency');
  }
}
