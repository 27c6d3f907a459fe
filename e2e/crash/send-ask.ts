import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../world.ts';
import type { Event } from './check-history.ts';

const ANSWER_MILLISECONDS = 5_000;

/** A request that can be sent again and again. */
export type Ask = {
  readonly path: '/stake' | '/broadcast';
  /** None where the request has no key. */
  readonly key: string | undefined;
  /** Tells it from other requests under its key. */
  readonly variant: number;
  readonly body: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What became of a request, and the request itself. */
export type Asked = Event & { readonly ask: Ask };

/**
 * Sends a request and waits for what becomes of it.
 *
 * @param url - of a replica, with base path.
 * @param milliseconds - after which it counts as lost; a killed process says nothing.
 */
export async function sendAsk(url: string, ask: Ask, milliseconds = ANSWER_MILLISECONDS): Promise<Asked> {
  const { path, key, variant } = ask;
  const headers = {
    'content-type': 'application/json',
    ...ask.headers,
    ...(key !== undefined && { 'idempotency-key': key }),
  };
  const start = performance.now();
  const answer = await Promise.race([
    send('POST', `${url}${path}`, JSON.stringify(ask.body), headers).catch(() => undefined),
    sleep(milliseconds, undefined, { ref: false }),
  ]);
  return {
    ask,
    // Operations keep keys of their own, and of broadcasts each transaction does.
    key: key === undefined ? undefined : [path, key, ask.body['signed_tx']].join(' ').trim(),
    variant,
    start,
    end: performance.now(),
    answer: answer && {
      status: answer.status,
      text: answer.text,
      isReplay: answer.headers['idempotent-replayed'] === 'true',
    },
  };
}
