import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../world.ts';
import type { Event } from './check-history.ts';

const CLIENTS = 32;
const ANSWER_MILLISECONDS = 5_000;
/** Keys that clients come back to, the newest ones. */
const RECENT = 40;
const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';

/** Requests under keys, from many clients at once, until they are told to stop. */
export type Clients = { stop(): Promise<readonly Event[]> };

/**
 * Starts clients that stake with keys: new ones, ones that others are using, and now and then a key of another request.
 *
 * @param urls - of the replicas, with base path; each request goes to any of them.
 */
export function runClients(urls: readonly string[], random: () => number): Clients {
  const events: Event[] = [];
  const keys: string[] = [];
  let isStopped = false;
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const nextKey = () => {
    if (keys.length > 0 && random() < 0.4) return pick(keys.slice(-RECENT));
    const key = `key-${keys.length}`;
    keys.push(key);
    return key;
  };
  const client = async () => {
    while (!isStopped) {
      const event = await request(pick(urls), nextKey(), random() < 0.05 ? 1 : 0);
      events.push(event);
      // A refused connection says nothing and costs nothing: do not spin.
      if (event.answer === undefined) await sleep(20);
    }
  };
  const running = Array.from({ length: CLIENTS }, client);
  return {
    async stop() {
      isStopped = true;
      await Promise.all(running);
      return events;
    },
  };
}

/** Sends the request of a key, or another one under it, and waits for what becomes of it. */
export async function request(url: string, key: string, variant: number): Promise<Event> {
  const amount = `${1 + variant}.${key.replace(/\D/g, '')}1`;
  const body = JSON.stringify({ strategy: 'sol-native-stake', wallet: WALLET, amount });
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const start = performance.now();
  const answer = await Promise.race([
    send('POST', `${url}/stake`, body, headers).catch(() => undefined),
    sleep(ANSWER_MILLISECONDS, undefined, { ref: false }),
  ]);
  return {
    key,
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
