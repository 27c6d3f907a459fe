import { request } from 'node:http';
import type { LoadOrder, LoadResult } from './load.ts';
import { orderAt } from './orders.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { count, median, print, printAim, printTable } from './report.ts';
import { withProduct } from './with-product.ts';

const ROUNDS = 5;
const WARM_UP_SECONDS = 7;
const ROUND_SECONDS = 4;
const AIM_OF_LIMIT = 0.6;
const AIM_OF_EXPRESS = 6;

/** Compares servers that answer POST /stake: one core serves, the other one asks, turn by turn. */
export async function compareHttp(): Promise<void> {
  await withProduct(async (product) => {
    const size = await answerSize(String(product.ready));
    const servers = [
      {
        title: 'bare node:http with key and signature',
        process: await startPinned('servers/limit.ts', 0, [`${size}`]),
      },
      { title: 'this service', process: product },
      { title: 'Express 5 with @solana/web3.js 1.99', process: await startPinned('servers/express.ts', 0) },
    ].map((server) => ({ ...server, results: [] as LoadResult[] }));
    const generator = await startPinned('load.ts', 1);
    const load = async ({ ready }: PinnedProcess, order: Omit<LoadOrder, 'url'>) =>
      (await generator.ask({ url: ready, ...order })) as LoadResult;

    let busiest = 0;
    for (const server of servers) {
      const { coreShare } = await load(server.process, { seconds: WARM_UP_SECONDS, maySleep: true });
      busiest = Math.max(busiest, coreShare);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const server of servers)
        server.results.push(await load(server.process, { seconds: ROUND_SECONDS }));
    }
    for (const server of [...servers, { process: generator }]) server.process.stop();
    report(servers, size);
    print(`load generator: needs at most ${Math.round(busiest * 100)} % of its core`);
  });
}

function report(servers: readonly { title: string; results: readonly LoadResult[] }[], size: number): void {
  const rows = servers.map(({ title, results }) => {
    const middle = (field: keyof LoadResult) => median(results.map((result) => result[field]));
    return { title, perSecond: middle('perSecond'), p50: middle('p50'), p99: middle('p99'), results };
  });
  printTable(
    [`POST /stake over HTTP, one core, answer of ${size} bytes`, 'req/s', 'µs', 'p50 ms', 'p99 ms'],
    rows.map(({ title, perSecond, p50, p99 }) => [
      title,
      count(perSecond),
      count(1e6 / perSecond),
      String(p50),
      String(p99),
    ]),
  );
  const [limit = 0, ours = 0, express = 0] = rows.map(({ perSecond }) => perSecond);
  printAim('share of the bare server', ours / limit, AIM_OF_LIMIT);
  printAim('times Express', ours / express, AIM_OF_EXPRESS);
}

function answerSize(url: string): Promise<number> {
  const { wallet, amount } = orderAt(0);
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: 'POST' }, (answer) => {
      const length = Number(answer.headers['content-length']);
      answer.resume();
      if (answer.statusCode === 200 && length > 0) resolve(length);
      else reject(new Error(`The service answered ${answer.statusCode}.`));
    });
    asking.once('error', reject);
    asking.end(JSON.stringify({ strategy: 'sol-native-stake', wallet, amount }));
  });
}
