import type { Logger } from 'pino';
import { StoreFault } from '../problems/faults.ts';
import { isProblemError, type ProblemError, problem } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import { startLoop } from '../runtime/loop.ts';
import type { KeptKey, Keys } from '../store/keys.ts';

/** A request that carries an `Idempotency-Key`; both members are hashes. */
export type KeyedRequest = {
  readonly key: string;
  readonly fingerprint: string;
  /** A build has no effect before its answer, so its key is not bound while it runs. */
  readonly isBuild: boolean;
};

/** The printed body of a 200, and whether an earlier request had it already. */
export type KeyedAnswer = { readonly body: string; readonly isReplay: boolean };

/**
 * Binds the key to its request before something leaves the service; does nothing without a key.
 *
 * @throws {ProblemError} `idempotency_mismatch` where another request has the key, `service_unavailable` while keys
 *   cannot be written.
 */
export type BindKey = () => Promise<void>;

/** Idempotency of one process; replicas share the rows. */
export type KeyGate = {
  /**
   * Answers every request of one key with the answer that was stored first. Two that run at once both run, unless they run
   * in one process, and give the same bytes.
   *
   * @throws {ProblemError} `idempotency_mismatch` where another request has the key, `service_unavailable` while keys
   *   cannot be read, and what the run throws, of which nothing is kept.
   */
  answer(request: KeyedRequest, run: (bind: BindKey) => Promise<object>): Promise<KeyedAnswer>;
  /** Stops to delete and to count keys. */
  close(): Promise<void>;
};

/** With so many keys a store has about ten gigabytes: new ones are refused before the disk is full. */
export const KEYS_LIMIT = 5_000_000;
const PURGE_EVERY_MILLISECONDS = 60 * 60 * 1_000;
const COUNT_EVERY_MILLISECONDS = 60 * 1_000;

/** Starts idempotency: old keys are deleted every hour. */
export function startKeyGate(
  { keys, log, clock }: { readonly keys: Keys; readonly log: Logger; readonly clock: Clock },
  limit = KEYS_LIMIT,
): KeyGate {
  const running = new Map<string, Promise<KeyedAnswer>>();
  let isFull = false;
  const warn = (text: string) => (fault: unknown) => log.warn({ fault: String(fault) }, text);
  const purging = startLoop({
    clock,
    pause: PURGE_EVERY_MILLISECONDS,
    work: async () => log.info({ count: await keys.purge() }, 'old idempotency keys deleted'),
    onFault: warn('old idempotency keys not deleted'),
  });
  const counting = startLoop({
    clock,
    pause: COUNT_EVERY_MILLISECONDS,
    work: async () => {
      isFull = (await keys.count()) >= limit;
      if (isFull) log.error('no room for new idempotency keys');
    },
    onFault: warn('idempotency keys not counted'),
  });
  const answer: KeyGate['answer'] = async (request, run) => {
    const found = await available(keys.find(request.key), request);
    const kept = found && readAnswer(found, request);
    if (kept !== undefined) return { body: kept, isReplay: true };
    if (found === undefined && isFull) throw refuseUnavailable(request);
    return await runOnce(request, run, { keys, log });
  };
  return {
    async answer(request, run) {
      const name = request.key + request.fingerprint;
      const first = running.get(name);
      if (first !== undefined) return { ...(await first), isReplay: true };
      const answered = answer(request, run).finally(() => running.delete(name));
      running.set(name, answered);
      return await answered;
    },
    async close() {
      await Promise.all([purging.stop(), counting.stop()]);
    },
  };
}

async function runOnce(
  request: KeyedRequest,
  run: (bind: BindKey) => Promise<object>,
  { keys, log }: { readonly keys: Keys; readonly log: Logger },
): Promise<KeyedAnswer> {
  const { key, fingerprint } = request;
  let isBound = false;
  const bind = async () => {
    readAnswer(await available(keys.keep(key, fingerprint), request), request);
    isBound = true;
  };
  let body: string;
  try {
    body = JSON.stringify(await run(bind));
  } catch (error) {
    if (isBound && isProblemError(error) && error.outcome !== 'unknown') {
      await keys
        .free(key, fingerprint)
        .catch((fault: unknown) => log.warn({ fault: String(fault) }, 'idempotency key not freed'));
    }
    throw error;
  }
  try {
    const kept = readAnswer(await keys.keep(key, fingerprint, { status: 200, body }), request) ?? body;
    return { body: kept, isReplay: kept !== body };
  } catch (error) {
    // A broadcast is told what it proved; the same request again finds the same end. A build can be made again.
    if (!(error instanceof StoreFault)) throw error;
    if (request.isBuild) throw refuseUnavailable(request, error);
    log.warn({ fault: error.message }, 'answer not kept');
    return { body, isReplay: false };
  }
}

/**
 * Reads the answer that a key has for a request; undefined where it has none yet.
 *
 * @throws {ProblemError} `idempotency_mismatch` where the key belongs to another request.
 */
function readAnswer({ fingerprint, answer }: KeptKey, request: KeyedRequest): string | undefined {
  if (fingerprint !== request.fingerprint) throw problem('IDEMPOTENCY_KEY_REUSED');
  return answer?.body;
}

async function available<Result>(work: Promise<Result>, request: KeyedRequest): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof StoreFault ? refuseUnavailable(request, error) : error;
  }
}

// Another request, or another replica, may have sent what a broadcast brings.
function refuseUnavailable({ isBuild }: KeyedRequest, cause?: StoreFault): ProblemError {
  return isBuild
    ? problem('STORE_UNAVAILABLE', { purpose: 'idempotency' }, { cause })
    : problem('STORE_UNAVAILABLE', { purpose: 'broadcast' }, { cause, outcome: 'unknown' });
}
