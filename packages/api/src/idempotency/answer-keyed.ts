import { HEADERS, type Operation } from '@staking-agent/wire';
import { type Exchange, JSON_MEDIA_TYPE } from '../http/exchange.ts';
import type { AnswerOnce } from './answer-once.ts';
import { getFingerprint, hashKey } from './fingerprint.ts';
import { readIdempotencyKey } from './read-key.ts';

/** What the contract says of an operation that takes a key, and how long it may run. */
export type KeyedOperation<Said> = {
  readonly operation: Operation;
  /** Milliseconds within which it answers; it may depend on what is asked. */
  readonly deadline: (said: Said) => number;
  /** Whether the same request gets the same answer even where nothing is kept. */
  readonly isRepeatable?: boolean;
  /** Only of builds: throws for an answer out of the store that the service has not given. */
  readonly assertOwn?: ((answer: string) => void) | undefined;
};

/**
 * Wraps a handler so that requests with one `Idempotency-Key` share one answer; without a key it runs as it is.
 *
 * @throws {ProblemError} `invalid_request` for a malformed key, `idempotency_mismatch`,
 *   `idempotency_in_progress`, `service_unavailable` while keys cannot be stored.
 */
export function answerKeyed<Said>(
  { operation, deadline, isRepeatable = false, assertOwn }: KeyedOperation<Said>,
  answerOnce: AnswerOnce,
  handler: (exchange: Exchange, said: Said) => object | Promise<object>,
): (exchange: Exchange, said: Said) => Promise<void> {
  const reads = (name: string) => operation.requestHeaders?.some((each) => each === name) ?? false;
  const [readsPartner, readsReferral] = [reads(HEADERS.partnerKey), reads(HEADERS.referralCode)];
  return async (exchange, said) => {
    const { body, headers } = exchange;
    const header = headers['idempotency-key'];
    if (header === undefined) {
      exchange.sendJson(await handler(exchange, said));
      return;
    }
    const key = readIdempotencyKey(String(header));
    const parts = {
      body,
      partnerKey: readsPartner ? headers['x-partner-key']?.toString() : undefined,
      referralCode: readsReferral ? headers['x-referral-code']?.toString() : undefined,
    };
    const keyed = {
      keyHash: hashKey(operation.id, key, parts),
      fingerprint: getFingerprint(key, parts),
      deadline: deadline(said),
      isRepeatable,
      isBuild: assertOwn !== undefined,
    };
    const answer = await answerOnce(keyed, async () => handler(exchange, said));
    if (answer.isReplay) {
      assertOwn?.(answer.body);
      exchange.note({ isReplay: true });
      exchange.setHeader(HEADERS.idempotentReplayed, 'true');
    }
    exchange.send(JSON_MEDIA_TYPE, answer.body);
  };
}
