import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox } from '@staking-agent/sandbox';
import { startPostgres } from '@staking-agent/test-postgres';
import { type ServiceProcess, startProcess } from '../service-process.ts';
import { DEPLOYMENT } from '../world.ts';
import { checkHistory, type Event } from './check-history.ts';
import { request, runClients } from './run-clients.ts';

const LEAST_STRIKES = 3;
// biome-ignore lint/style/noProcessEnv: how long to look is for whoever looks to say.
const SECONDS = Number(process.env['CRASH_SECONDS'] ?? 3);

test(`SQLite, one process killed again and again for ${SECONDS} s: no answer is lost or given twice`, async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  const service = await startProcess(t, sandbox, { DATA_DIR: directory });
  const history = await torment(t, [service], async () => {
    await sleep(200 + Math.random() * 500);
    await service.stop('SIGKILL');
    await service.start();
  });
  // The keys of requests that died with their process are free at once.
  const unanswered = keysOf(history, false).slice(-50);
  const retried = await Promise.all(unanswered.map((key) => request(service.url, key, 0)));
  assert.deepEqual(checkHistory([...history, ...retried]), []);
  assert.ok(retried.every(({ answer }) => answer?.status === 200 || answer?.status === 422));
});

test(`PostgreSQL, two replicas killed and frozen in turn for ${SECONDS} s: no answer is lost or given twice`, async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.close());
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  const environment = { DATABASE_URL: await postgres.createDatabase() };
  const replicas = await Promise.all([
    startProcess(t, sandbox, environment),
    startProcess(t, sandbox, environment),
  ]);
  let turn = 0;
  await torment(t, replicas, async () => {
    turn += 1;
    const replica = replicas[turn % 2] as ServiceProcess;
    await sleep(200 + Math.random() * 500);
    if (turn % 3 === 0) {
      replica.signal('SIGSTOP');
      await sleep(300);
      replica.signal('SIGCONT');
      return;
    }
    await replica.stop('SIGKILL');
    await replica.start();
  });
});

/** Lets clients write while processes die, then asks every replica for every answer that a client has read. */
async function torment(
  t: TestContext,
  replicas: readonly ServiceProcess[],
  strike: () => Promise<void>,
): Promise<readonly Event[]> {
  const clients = runClients(
    replicas.map(({ url }) => url),
    Math.random,
  );
  const until = performance.now() + SECONDS * 1_000;
  let strikes = 0;
  // On a busy machine one restart may take all the time there is.
  while (performance.now() < until || strikes < LEAST_STRIKES) {
    await strike();
    strikes += 1;
  }
  const written = await clients.stop();
  const acknowledged = keysOf(written, true);
  const reread: Event[] = [];
  for (const { url } of replicas) {
    for (let at = 0; at < acknowledged.length; at += 50) {
      const batch = acknowledged.slice(at, at + 50);
      reread.push(...(await Promise.all(batch.map((key) => request(url, key, variantOf(written, key))))));
    }
  }
  const lost = reread.filter(({ answer }) => answer?.status !== 200 || !answer.isReplay);
  assert.deepEqual(lost, [], 'an answer that was read is lost');
  const history = [...written, ...reread];
  assert.deepEqual(checkHistory(history), []);
  const unanswered = written.filter(({ answer }) => answer === undefined).length;
  t.diagnostic(
    `${strikes} strikes, ${written.length} requests, ${acknowledged.length} keys answered, ${unanswered} requests without an answer`,
  );
  assert.ok(acknowledged.length > 100 && unanswered > 0, 'nothing was put to the test');
  return history;
}

function keysOf(events: readonly Event[], isAnswered: boolean): readonly string[] {
  const answered = new Set(events.filter(({ answer }) => answer?.status === 200).map(({ key }) => key));
  return [...new Set(events.map(({ key }) => key))].filter((key) => answered.has(key) === isAnswered);
}

function variantOf(events: readonly Event[], key: string): number {
  return events.find((event) => event.key === key && event.answer?.status === 200)?.variant ?? 0;
}
