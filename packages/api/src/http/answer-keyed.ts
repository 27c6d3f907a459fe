import { HEADERS, type Operation } from '@staking-agent/wire';
import { getFingerprint, hashKey, readIdempotencyKey } from '../sending/key-of-request.ts';
import type { BindKey, KeyGate } from '../sending/keys.ts';
import { type Exchange, JSON_MEDIA_TYPE } from './exchange.ts';

const WITHOUT_KEY: BindKey = async () => undefined;

/**
 * Wraps a handler so that requests with one `Idempotency-Key` get one answer; without a key it runs as it is.
 *
 * @param assertOwn - of builds: throws for an answer out of the store that the service has not given.
 * @throws {ProblemError} `invalid_request` for a malformed key, and as {@link KeyGate.answer}.
 */
export function answerKeyed<Said>(
  operation: Operation,
  gate: KeyGate,
  handler: (exchange: Exchange, said: Said, bind: BindKey) => object | Promise<object>,
  assertOwn?: (answer: string) => void,
): (exchange: Exchange, said: Said) => Promise<void> {
  const reads = (name: string) => operation.requestHeaders?.some((each) => each === name) ?? false;
  const readsKey = reads(HEADERS.idempotencyKey);
  const [readsPartner, readsReferral] = [reads(HEADERS.partnerKey), reads(HEADERS.referralCode)];
  return async (exchange, said) => {
    const { body, headers } = exchange;
    const header = headers['idempotency-key'];
    if (!readsKey || header === undefined) {
      exchange.sendJson(await handler(exchange, said, WITHOUT_KEY));
      return;
    }
    const name = readIdempotencyKey(String(header));
    const parts = {
      body,
      partnerKey: readsPartner ? headers['x-partner-key']?.toString() : undefined,
      referralCode: readsReferral ? headers['x-referral-code']?.toString() : undefined,
    };
    const request = {
      key: hashKey(operation.id, name, parts),
      fingerprint: getFingerprint(name, parts),
      isBuild: assertOwn !== undefined,
    };
    const answer = await gate.answer(request, async (bind) => handler(exchange, said, bind));
    if (answer.isReplay) {
      assertOwn?.(answer.body);
      exchange.note({ isReplay: true });
      exchange.setHeader(HEADERS.idempotentReplayed, 'true');
    }
    exchange.send(JSON_MEDIA_TYPE, answer.body);
  };
}
