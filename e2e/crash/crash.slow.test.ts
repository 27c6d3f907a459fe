import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@staking-agent/sandbox';
import { startPostgres } from '@staking-agent/test-postgres';
import { createDataDirectory } from '../admin.ts';
import { type ServiceProcess, startProcess } from '../service-process.ts';
import { DEPLOYMENT } from '../world.ts';
import { checkHistory, type Event } from './check-history.ts';
import { type Asked, askForWord, runClients } from './run-clients.ts';

// biome-ignore lint/style/noProcessEnv: the person who runs the test says how often.
const STRIKES = Number(process.env['CRASH_STRIKES'] ?? 6);
/** Builds that are under way at a replica when it is killed, and builds that are answered. */
const LEAST = { cut: 3, answered: 150 };
const PROMISE = 'no answer that was read is lost, and none is given twice';

/** Does something to a process, and returns when it killed it, on the clock of the history. */
type Strike = () => Promise<number | undefined>;

/** Where services are tormented. */
type Place = { readonly sandbox: Sandbox; readonly environment: Record<string, string> };

async function startPlace(t: TestContext, store: Record<string, string>): Promise<Place> {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  return { sandbox, environment: store };
}

test(`SQLite, one process killed ${STRIKES} times and more: ${PROMISE}`, async (t) => {
  const place = await startPlace(t, { DATA_DIR: createDataDirectory(t) });
  const service = await startProcess(t, place.sandbox, place.environment);
  const history = await torment(t, [service], async () => {
    await sleep(200 + Math.random() * 500);
    return await killAndStart(service);
  });
  // The keys of requests that died with their process are free at once.
  const answered = new Set(history.filter(isAnswered).map(({ key }) => key));
  const unanswered = history.filter(({ key }) => !answered.has(key));
  const retried = await Promise.all(unanswered.slice(-50).map(({ ask }) => askForWord(service.url, ask)));
  assert.deepEqual(checkHistory([...history, ...retried]), []);
  assert.ok(retried.every(({ answer }) => answer?.status === 200 || answer?.status === 422));
});

test(`PostgreSQL, two replicas killed and frozen in turn: ${PROMISE}`, async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.close());
  const place = await startPlace(t, { DATABASE_URL: await postgres.createDatabase() });
  const replicas = await Promise.all([
    startProcess(t, place.sandbox, place.environment),
    startProcess(t, place.sandbox, place.environment),
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
      return undefined;
    }
    return await killAndStart(replica);
  });
});

async function killAndStart(service: ServiceProcess): Promise<number> {
  const killedAt = performance.now();
  await service.stop('SIGKILL');
  await service.start();
  return killedAt;
}

/** Lets clients build under keys while processes die, then asks every replica for every answer that a client has read. */
async function torment(
  t: TestContext,
  replicas: readonly ServiceProcess[],
  strike: Strike,
): Promise<readonly Asked[]> {
  const urls = replicas.map(({ url }) => url);
  const clients = runClients(urls, Math.random);
  const kills: number[] = [];
  let strikes = 0;
  const countCut = () => clients.events.filter((event) => isCut(event, kills)).length;
  const countAnswered = () => clients.events.filter(isAnswered).length;
  // A busy machine gets through less between two kills.
  const isEnough = () => countCut() >= LEAST.cut && countAnswered() >= LEAST.answered;
  for (; strikes < STRIKES || !isEnough(); strikes += 1) {
    const killedAt = await strike();
    if (killedAt !== undefined) kills.push(killedAt);
  }
  const written = await clients.stop();
  const asks = [...new Map(written.filter(isAnswered).map(({ key, ask }) => [key, ask])).values()];
  const reread: Asked[] = [];
  for (const url of urls) {
    for (let at = 0; at < asks.length; at += 50) {
      const some = asks.slice(at, at + 50);
      reread.push(...(await Promise.all(some.map((ask) => askForWord(url, ask)))));
    }
  }
  const lost = reread.filter(({ answer }) => answer?.status !== 200 || !answer.isReplay);
  assert.deepEqual(lost, [], 'an answer that was read is lost');
  const history = [...written, ...reread];
  assert.deepEqual(checkHistory(history), []);
  t.diagnostic(
    `${strikes} strikes, ${written.length} requests, ${asks.length} keys answered, ${countCut()} requests cut off`,
  );
  return history;
}

/** Checks whether a kill left a build that was under way without an answer. */
function isCut({ start, end, answer }: Event, kills: readonly number[]): boolean {
  return answer === undefined && kills.some((killedAt) => start < killedAt && killedAt <= end);
}

function isAnswered({ answer }: Event): boolean {
  return answer?.status === 200;
}
