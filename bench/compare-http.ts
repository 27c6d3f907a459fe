import { request } from 'node:http';
import { compareServers, type Measured, type Pace, pick, pickSpread } from './compare-servers.ts';
import { orderAt } from './orders.ts';
import { startPinned } from './pinned-process.ts';
import { count, countSpread, fixSpread, printSection } from './report.ts';
import type { Figure, Section } from './section.ts';
import { pairedRatios, spreadOf } from './spread.ts';
import { withProduct } from './with-product.ts';

const PACE: Pace = { warmUpSeconds: 7, rounds: 30, seconds: 0.5 };
const LEAST_OF_LIMIT = 0.6;
const LEAST_OF_EXPRESS = 6;

/** Compares servers that answer POST /stake: one core serves, the other one asks, turn by turn. */
export async function compareHttp(pace: Pace = PACE): Promise<readonly Section[]> {
  let sections: readonly Section[] = [];
  await withProduct(async (product) => {
    const example = await readExample(String(product.ready));
    const limit = await startPinned('servers/limit.ts', 0, [JSON.stringify(example)]);
    const express = await startPinned('servers/express.ts', 0);
    const measured = await compareServers(
      [
        { title: 'bare `node:http` with key and signature', process: limit },
        { title: '**this service**', process: product },
        { title: 'Express 5 with `@solana/web3.js` 1.99', process: express },
      ].map(({ title, process: { ready, pid } }) => ({ title, url: String(ready), pids: [pid] })),
      pace,
    );
    limit.stop();
    express.stop();
    sections = [toSection(measured, example.size)];
  });
  return sections;
}

function toSection(measured: readonly Measured[], size: number): Section {
  const [limit, ours, express] = measured;
  if (limit === undefined || ours === undefined || express === undefined)
    throw new Error('A server is missing.');
  const compare = (name: string, other: Measured, least: number): Figure[] => [
    {
      name: `${name}, by CPU time`,
      spread: spreadOf(pairedRatios(pick(other, 'cpu'), pick(ours, 'cpu'))),
      aim: { least },
      isGain: true,
    },
    {
      name: `${name}, by requests`,
      spread: spreadOf(pairedRatios(pick(ours, 'perSecond'), pick(other, 'perSecond'))),
      aim: { least },
      isGain: true,
    },
  ];
  return {
    id: 'http',
    headings: [
      `\`POST /stake\`, one core, answer of ${count(size)} bytes`,
      'req/s',
      'µs of CPU',
      'p50 ms',
      'p99 ms',
    ],
    rows: measured.map((each) => [
      each.title,
      countSpread(pickSpread(each, 'perSecond')),
      countSpread(pickSpread(each, 'cpu')),
      pickSpread(each, 'p50').middle.toFixed(1),
      fixSpread(pickSpread(each, 'p99'), 1),
    ]),
    figures: [
      ...compare('share of the bare server', limit, LEAST_OF_LIMIT),
      ...compare('times Express', express, LEAST_OF_EXPRESS),
    ],
  };
}

/** What an answer of the service looks like: a server that is compared sends as much. */
type Example = { readonly size: number; readonly headers: Readonly<Record<string, string>> };

function readExample(url: string): Promise<Example> {
  const { wallet, amount } = orderAt(0);
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: 'POST' }, (answer) => {
      const {
        'content-length': length,
        date: _,
        connection: __,
        'keep-alive': ___,
        ...headers
      } = answer.headers;
      answer.resume();
      if (answer.statusCode === 200 && Number(length) > 0) {
        resolve({ size: Number(length), headers: headers as Record<string, string> });
      } else reject(new Error(`The service answered ${answer.statusCode}.`));
    });
    asking.once('error', reject);
    asking.end(JSON.stringify({ strategy: 'sol-native-stake', wallet, amount }));
  });
}

// By itself: `node bench/compare-http.ts`.
if (process.argv[1] === import.meta.filename) {
  for (const section of await compareHttp()) printSection(section);
  process.exit(0);
}
