import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@staking-agent/dev';
import { startSandbox } from '@staking-agent/sandbox';
import { createDataDirectory } from './admin.ts';
import { signBuild } from './land-build.ts';
import { startProcess } from './service-process.ts';
import { createFundedWallet, DEPLOYMENT, send } from './world.ts';

// biome-ignore lint/style/noProcessEnv: how long to go on is for whoever runs it to say.
const MINUTES = Number(process.env['SOAK_MINUTES'] ?? '1');
const SAMPLE_MILLISECONDS = 2_000;
const CLIENTS = 4;
/** What a process that leaks nothing may still have more in its last third than in its second one. */
const GROWTH = 1.15;
const GROWTH_BYTES = 8_000_000;

type Sample = {
  readonly resident: number;
  readonly heap: number;
  readonly descriptors: number;
  readonly files: number;
};

test(`${MINUTES} minutes of mixed load leave no more memory, descriptors or files than the first third`, async (t) => {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  const directory = createDataDirectory(t);
  const adminPort = await findFreePort();
  const { url } = await startProcess(t, sandbox, {
    DATA_DIR: directory,
    ADMIN_PORT: String(adminPort),
    RATE_LIMITS: 'off',
  });
  const wallet = await createFundedWallet({ sandbox }, '1000000');
  const post = (path: string, body: object, headers = {}) => send('POST', `${url}${path}`, body, headers);
  const native = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };
  const counts = new Map<string, number>();
  const until = performance.now() + MINUTES * 60_000;
  let turn = 0;

  const works: readonly (() => Promise<{ status: number }>)[] = [
    () => post('/stake', native),
    () => post('/stake', native, { 'idempotency-key': `soak-${turn}` }),
    () => post('/stake', { ...native, strategy: 'sol-liquid-stake' }),
    () => post('/stake', { ...native, amount: '0.001' }),
    () => post('/stake', { ...native, amount: 'nothing' }),
    () => send('GET', `${url}/strategies`),
    () => send('GET', `${url}/strategies/usdc-earn`),
    () => send('GET', `${url}/nowhere`),
    async () => {
      const build = await post('/stake', native);
      if (build.status !== 200) return build;
      const { body } = build;
      return await post('/broadcast', await signBuild(wallet, body));
    },
  ];
  const runClient = async () => {
    while (performance.now() < until) {
      turn += 1;
      const { status } = await (works[turn % works.length] as (typeof works)[number])();
      counts.set(String(status), (counts.get(String(status)) ?? 0) + 1);
      await sleep(5);
    }
  };
  const samples: Sample[] = [];
  const watch = async () => {
    while (performance.now() < until) {
      await sleep(SAMPLE_MILLISECONDS);
      // A connection each: on a busy machine the next sample may meet one that is just being closed for idleness.
      const { text } = await send('GET', `http://127.0.0.1:${adminPort}/metrics`, undefined, {
        connection: 'close',
      });
      const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
      samples.push({
        resident: read('process_resident_memory_bytes'),
        heap: read('nodejs_heap_size_used_bytes'),
        descriptors: read('process_open_fds'),
        files: readdirSync(directory).length,
      });
    }
  };
  await Promise.all([watch(), ...Array.from({ length: CLIENTS }, runClient)]);

  const third = Math.floor(samples.length / 3);
  const median = (part: readonly Sample[], figure: keyof Sample) =>
    part.map((sample) => sample[figure]).toSorted((a, b) => a - b)[part.length >> 1] ?? Number.NaN;
  for (const figure of ['resident', 'heap', 'descriptors', 'files'] as const) {
    const [first, second, last] = [0, 1, 2].map((i) =>
      median(samples.slice(i * third, (i + 1) * third), figure),
    );
    t.diagnostic(`${figure}: ${first}, ${second}, ${last} (medians of the thirds)`);
    const isBytes = figure === 'resident' || figure === 'heap';
    const limit = (second ?? 0) * (isBytes ? GROWTH : 1) + (isBytes ? GROWTH_BYTES : 16);
    assert.ok((last ?? Number.NaN) <= limit, `${figure} grew from ${second} to ${last}`);
  }
  t.diagnostic(`answers: ${JSON.stringify(Object.fromEntries(counts))}`);
  assert.equal(counts.get('500'), undefined);
});
