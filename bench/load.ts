import { randomUUID } from 'node:crypto';
import { openLine } from './open-line.ts';
import { ORDERS } from './orders.ts';
import { tellParent } from './tell-parent.ts';

/** What one stretch of load brought. */
export type LoadResult = {
  readonly answers: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Share of its core the load generator used. Where it may sleep and is near 1, it measures itself. */
  readonly coreShare: number;
};

/** One stretch of load. */
export type LoadOrder = {
  readonly url: string;
  readonly seconds: number;
  readonly maySleep?: boolean;
  /** The `Idempotency-Key`: none, one of its own for each request, or one for each order. */
  readonly keys?: 'none' | 'fresh' | 'repeated';
};

const CONNECTIONS = 50;
const BODIES = ORDERS.map(({ wallet, amount }) =>
  JSON.stringify({ strategy: 'sol-native-stake', wallet, amount }),
);
const run = randomUUID();

/** Prints requests to a server. */
function createPrinter({ host, pathname }: URL, keys: LoadOrder['keys']): (turn: number) => string {
  const print = (body = '', key?: string) =>
    [
      `POST ${pathname} HTTP/1.1`,
      `host: ${host}`,
      'content-type: application/json',
      ...(key === undefined ? [] : [`idempotency-key: ${key}`]),
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n');
  if (keys === 'fresh') return (turn) => print(BODIES[turn % BODIES.length], randomUUID());
  if (keys === 'repeated') {
    // Drawn, because connections that ask the same at the same time share one look into the store.
    const requests = BODIES.map((body, i) => print(body, `${run}-${i}`));
    return () => requests[Math.floor(Math.random() * requests.length)] ?? '';
  }
  const requests = BODIES.map((body) => print(body));
  return (turn) => requests[turn % requests.length] ?? '';
}

async function load({ url, seconds, keys }: LoadOrder): Promise<Omit<LoadResult, 'coreShare'>> {
  const target = new URL(url);
  const print = createPrinter(target, keys);
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(target)));
  const took: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  let turn = 0;
  const work = async (line: (typeof lines)[number]) => {
    for (let now = performance.now(); now < until; ) {
      const askedAt = now;
      await line.ask(print(turn++));
      now = performance.now();
      took.push(now - askedAt);
    }
    line.close();
  };
  await Promise.all(lines.map(work));
  const perSecond = (took.length / (performance.now() - startedAt)) * 1_000;
  const sorted = Float64Array.from(took).sort();
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { answers: took.length, perSecond, p50: at(0.5), p99: at(0.99) };
}

process.on('message', async (order: LoadOrder) => {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  // Waking a sleeping process costs the one that writes to it, here the server, and in a virtual machine dearly.
  const awake = order.maySleep ? undefined : stayAwake();
  const result = await load(order);
  awake?.stop();
  const { user, system } = process.cpuUsage(before);
  const coreShare = (user + system) / 1_000 / (performance.now() - startedAt);
  tellParent({ ...result, coreShare } satisfies LoadResult);
});
tellParent('ready');

function stayAwake(): { stop(): void } {
  let isAwake = true;
  const turn = () => {
    if (isAwake) setImmediate(turn);
  };
  turn();
  return {
    stop: () => {
      isAwake = false;
    },
  };
}
