import { openLine } from './open-line.ts';
import { ORDERS } from './orders.ts';
import { tellParent } from './tell-parent.ts';

/** Counts one stretch of load; times until an answer are in milliseconds. */
export type LoadResult = {
  readonly answers: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
};

type LoadOrder = { readonly url: string; readonly seconds: number };

const CONNECTIONS = 50;
const BODIES = ORDERS.map(({ wallet, amount }) =>
  JSON.stringify({ strategy: 'sol-native-stake', wallet, amount }),
);

async function load({ url, seconds }: LoadOrder): Promise<LoadResult> {
  const target = new URL(url);
  const head = `POST ${target.pathname} HTTP/1.1\r\nhost: ${target.host}\r\ncontent-type: application/json\r\n`;
  const requests = BODIES.map((body) => `${head}content-length: ${body.length}\r\n\r\n${body}`);
  const lines = await Promise.all(Array.from({ length: CONNECTIONS }, () => openLine(target)));
  const took: number[] = [];
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  let turn = 0;
  const work = async (line: (typeof lines)[number]) => {
    for (let now = performance.now(); now < until; ) {
      const askedAt = now;
      await line.ask(requests[turn++ % requests.length] ?? '');
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
  // Waking a sleeping process costs the one that writes to it, here the server, and in a virtual machine dearly.
  let isAwake = true;
  const turn = () => void (isAwake && setImmediate(turn));
  turn();
  const result = await load(order);
  isAwake = false;
  tellParent(result);
});
tellParent('ready');
