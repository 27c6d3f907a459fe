import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { startWorld } from './start-world.ts';

/**
 * How long `GET /strategies` takes while its sources answer, while each of them hangs, and once nothing of them is known
 * any more. Service and sandbox share one process and one core, which makes the figures worse, not better.
 */
const REQUESTS = 4_000;
const AT_ONCE = 10;
/** Older than the list may show. */
const TOO_OLD = 16 * 60_000;

let ahead = 0;
const clock = { elapsed: () => performance.now() + ahead };
const world = await startWorld({ port: 0 }, { PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: 'data' }, { clock });
const pool = new Pool(world.service.url, { connections: AT_ONCE });

print('| Sources | Shown | p50 ms | p99 ms | most ms |');
print('|---|---|---:|---:|---:|');
await measure('answer');
for (const upstream of ['router', 'apy', 'vault']) await hang({ upstream });
// What all of the native APY needs beside its source.
await hang({ upstream: 'ledger', method: 'getVoteAccounts' });
ahead = TOO_OLD;
// Asked for, so that every source holds an open question while the list is measured.
const details = ['sol-native-stake', 'sol-liquid-stake', 'usdc-earn'].map((key) => ask(`/strategies/${key}`));
await sleep(100);
await measure('hang');
await Promise.all(details);
await pool.close();
await world.close();

async function measure(sources: string): Promise<void> {
  for (let i = 0; i < 500; i += 1) await ask('/strategies');
  const times: number[] = [];
  const worker = async () => {
    for (let i = 0; i < REQUESTS / AT_ONCE; i += 1) {
      const started = performance.now();
      await ask('/strategies');
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1);
  const { strategies } = (await ask('/strategies')) as { strategies: { live: { apy: number | null } }[] };
  const shown = strategies.filter(({ live }) => live.apy !== null).length;
  print(`| ${sources} | ${shown} of 3 APY | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`);
}

async function hang(fault: { upstream: string; method?: string }): Promise<void> {
  const { body } = await new Pool(world.sandbox.url).request({
    method: 'POST',
    path: '/sandbox/faults',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'hang', ...fault }),
  });
  await body.dump();
}

async function ask(path: string): Promise<unknown> {
  const { body } = await pool.request({ method: 'GET', path: `/api/v1${path}` });
  return body.json();
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
