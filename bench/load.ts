import { randomUUID } from 'node:crypto';
import autocannon, { type Request } from 'autocannon';
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
const HEADERS = { 'content-type': 'application/json' };
const requests = ORDERS.map(({ wallet, amount }) => ({
  method: 'POST' as const,
  headers: HEADERS,
  body: JSON.stringify({ strategy: 'sol-native-stake', wallet, amount }),
}));
const run = randomUUID();
const REQUESTS = {
  none: requests,
  fresh: requests.map((request) => ({
    ...request,
    setupRequest: (each: Request) => ({
      ...each,
      headers: { ...HEADERS, 'idempotency-key': randomUUID() },
    }),
  })),
  // Drawn, because connections that ask the same at the same time share one look into the store.
  repeated: requests.map((request) => ({
    ...request,
    setupRequest: (each: Request) => {
      const i = Math.floor(Math.random() * requests.length);
      return {
        ...each,
        body: requests[i]?.body ?? request.body,
        headers: { ...HEADERS, 'idempotency-key': `${run}-${i}` },
      };
    },
  })),
};

process.on('message', async ({ url, seconds, maySleep, keys = 'none' }: LoadOrder) => {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  // Waking a sleeping process costs the one that writes to it, here the server, and in a virtual machine dearly.
  const awake = maySleep ? undefined : stayAwake();
  const result = await autocannon({
    url,
    requests: REQUESTS[keys],
    connections: CONNECTIONS,
    duration: seconds,
  });
  awake?.stop();
  const { user, system } = process.cpuUsage(before);
  const faults = result.non2xx + result.errors + result.timeouts;
  if (faults > 0) throw new Error(`${url}: ${faults} requests brought no 200.`);
  tellParent({
    answers: result['2xx'],
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    coreShare: (user + system) / 1_000 / (performance.now() - startedAt),
  } satisfies LoadResult);
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
