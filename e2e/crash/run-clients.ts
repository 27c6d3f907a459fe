import { setTimeout as sleep } from 'node:timers/promises';
import { send } from '../send.ts';
import { until } from '../until.ts';
import type { Event } from './check-history.ts';

const CLIENTS = 24;
/** Keys that clients come back to, the newest ones. */
const RECENT = 40;
const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';

/** Requests under keys, from many clients at once, until they are told to stop. */
export type Clients = { readonly events: readonly Asked[]; stop(): Promise<readonly Asked[]> };

/**
 * Starts clients that build with keys: new ones, ones that others are using, and now and then a key of another request.
 *
 * @param urls - of the replicas, with base path; each request goes to any of them.
 */
export function runClients(urls: readonly string[], random: () => number): Clients {
  const events: Asked[] = [];
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
      const event = await sendAsk(pick(urls), stakeUnder(nextKey(), random() < 0.05 ? 1 : 0));
      events.push(event);
      // A refused connection says nothing and costs nothing: do not spin.
      if (event.answer === undefined) await sleep(50);
    }
  };
  const running = Array.from({ length: CLIENTS }, client);
  return {
    events,
    async stop() {
      isStopped = true;
      await Promise.all(running);
      return events;
    },
  };
}

// The request of a key, or another one under it.
function stakeUnder(key: string, variant: number): Ask {
  const amount = `${1 + variant}.${key.replace(/\D/g, '')}1`;
  return { key, variant, body: { strategy: 'sol-native-stake', wallet: WALLET, amount } };
}

/** After so long a request counts as lost. A process that is killed hangs up; one that is slow answers by then. */
const ANSWER_MILLISECONDS = 60_000;

/** A build that can be asked for again and again. */
export type Ask = {
  readonly key: string;
  /** Tells it from other requests under its key. */
  readonly variant: number;
  readonly body: Readonly<Record<string, string>>;
};

/** What became of a request, and the request itself. */
export type Asked = Event & { readonly ask: Ask };

/** Sends a request and waits for what becomes of it. */
async function sendAsk(url: string, ask: Ask): Promise<Asked> {
  const { key, variant, body } = ask;
  const start = performance.now();
  const answer = await Promise.race([
    send('POST', `${url}/stake`, body, { 'idempotency-key': key }).catch(() => undefined),
    sleep(ANSWER_MILLISECONDS, undefined, { ref: false }),
  ]);
  return {
    ask,
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

/** Sends a request again until it is answered, once no process is killed any more: a stalled process may not answer. */
export async function askForWord(url: string, ask: Ask): Promise<Asked> {
  return await until('the service has a word', async () => {
    const asked = await sendAsk(url, ask);
    return asked.answer !== undefined && asked.answer.status !== 503 && asked;
  });
}
