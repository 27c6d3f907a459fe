import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LoadResult } from './load.ts';
import { orderAt } from './orders.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { readCpu } from './read-cpu.ts';
import { count, median, medianRatio, type Section } from './report.ts';

const WARM_UP_SECONDS = 5;
const SLICE_SECONDS = 0.5;
const LEAST_OF_BARE = 0.45;
const LEAST_OF_EXPRESS = 6;

type Contender = { readonly title: string; readonly server: PinnedProcess; readonly slices: Slice[] };

/** Requests a second, microseconds of the server's CPU for one, and milliseconds until an answer. */
type Slice = Omit<LoadResult, 'answers'> & { readonly cpu: number };

/**
 * Compares servers that answer POST /stake: one core serves, the other one asks, in short slices in turn and each round in
 * another order, so that a noisy moment falls on all of them. The service runs as it is deployed, its access log in a file.
 */
export async function compareHttp(rounds: number): Promise<readonly Section[]> {
  const directory = mkdtempSync(join(tmpdir(), 'staking-bench-'));
  const log = join(directory, 'access.log');
  const processes: PinnedProcess[] = [];
  const start = async (...args: Parameters<typeof startPinned>): Promise<PinnedProcess> => {
    const started = await startPinned(...args);
    processes.push(started);
    return started;
  };
  try {
    const sandbox = await start('servers/sandbox.ts', 1);
    const product = await start('servers/product.ts', 0, [String(sandbox.ready), directory], log);
    const example = await readExample(String(product.ready));
    const bare = await start('servers/limit.ts', 0, [JSON.stringify(example)]);
    const express = await start('servers/express.ts', 0);
    const contenders: Contender[] = [
      { title: 'bare `node:http` with key and signature', server: bare, slices: [] },
      { title: '**this service**', server: product, slices: [] },
      { title: 'Express 5 with `@solana/web3.js` 1.99', server: express, slices: [] },
    ];
    const generator = await start('load.ts', 1);
    for (const { server } of contenders) await measure(generator, server, WARM_UP_SECONDS);
    for (let round = 0; round < rounds; round += 1) {
      const first = round % contenders.length;
      for (const { server, slices } of [...contenders.slice(first), ...contenders.slice(0, first)])
        slices.push(await measure(generator, server, SLICE_SECONDS));
    }
    if (statSync(log).size === 0) throw new Error('The service wrote no access log.');
    return [toSection(contenders, example.size)];
  } finally {
    for (const each of processes) each.stop();
    rmSync(directory, { recursive: true });
  }
}

async function measure(
  generator: PinnedProcess,
  { ready: url, pid }: PinnedProcess,
  seconds: number,
): Promise<Slice> {
  const before = readCpu(pid);
  const { answers, ...times } = (await generator.ask({ url, seconds })) as LoadResult;
  return { ...times, cpu: (readCpu(pid) - before) / answers };
}

function toSection(contenders: readonly Contender[], size: number): Section {
  const pick = (index: number, field: keyof Slice) =>
    contenders[index]?.slices.map((slice) => slice[field]) ?? [];
  const [bare, ours, express] = [0, 1, 2];
  const compare = (name: string, other: number, least: number) => [
    { name: `${name}, by CPU time`, value: medianRatio(pick(other, 'cpu'), pick(ours, 'cpu')), least },
    {
      name: `${name}, by requests`,
      value: medianRatio(pick(ours, 'perSecond'), pick(other, 'perSecond')),
      least,
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
    rows: contenders.map(({ title }, i) => [
      title,
      count(median(pick(i, 'perSecond'))),
      count(median(pick(i, 'cpu'))),
      median(pick(i, 'p50')).toFixed(1),
      median(pick(i, 'p99')).toFixed(1),
    ]),
    ratios: [
      ...compare('share of the bare server', bare, LEAST_OF_BARE),
      ...compare('times Express', express, LEAST_OF_EXPRESS),
    ],
  };
}

/** Size and headers of an answer of the service: a server that is compared sends as much. */
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
