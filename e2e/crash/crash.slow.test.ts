import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@staking-agent/sandbox';
import { startPostgres } from '@staking-agent/test-postgres';
import { createDataDirectory, PARTNER_KEY_SECRETS } from '../admin.ts';
import { type ServiceProcess, startProcess } from '../service-process.ts';
import { DEPLOYMENT } from '../world.ts';
import { checkHistory, type Event } from './check-history.ts';
import { type Asked, runClients, sendAsk } from './run-clients.ts';
import { addParties, runStakers, type Staked } from './run-stakers.ts';
import {
  checkCredits,
  isAttributed,
  openDatabase,
  readLedger,
  type Sighting,
  settle,
  watchCredits,
} from './watch-credits.ts';

const LANDING_TRIES = 100;
/** Nobody is killed any more; a machine that stands still loses no answer. */
const FOR_EVER = 2 ** 31 - 1;
// biome-ignore lint/style/noProcessEnv: the person who runs the test says how often.
const STRIKES = Number(process.env['CRASH_STRIKES'] ?? 6);
/** Broadcasts that are under way at a replica when it is killed. */
const LEAST_CUT = 3;
/** Requests of stakers that have an answer; among so many, some stakes of one wallet contend for its credit. */
const LEAST_ANSWERED = 150;
const PROMISE = 'no answer is lost or given twice, and the first credit of a wallet stays';

/** Does something to a process, and returns when it killed it, on the clock of the history. */
type Strike = () => Promise<number | undefined>;

/** Where services are tormented. */
type Place = { readonly sandbox: Sandbox; readonly environment: Record<string, string> };

async function startPlace(t: TestContext, store: Record<string, string>): Promise<Place> {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  return { sandbox, environment: { PARTNER_KEY_SECRETS, ...store } };
}

test(`SQLite, one process killed ${STRIKES} times and more: ${PROMISE}`, async (t) => {
  const place = await startPlace(t, { DATA_DIR: createDataDirectory(t) });
  const service = await startProcess(t, place.sandbox, place.environment);
  const history = await torment(t, place, [service], async () => {
    await sleep(200 + Math.random() * 500);
    return await killAndStart(service);
  });
  // The keys of requests that died with their process are free at once.
  const answered = new Set(history.filter(isAnswered).map(({ key }) => key));
  const unanswered = history.filter(({ ask, key }) => ask.path === '/stake' && key && !answered.has(key));
  const retried = await Promise.all(unanswered.slice(-50).map(({ ask }) => sendAsk(service.url, ask)));
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
  await torment(t, place, replicas, async () => {
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

/** Lets clients write while processes die, then holds what they read against what is true afterwards. */
async function torment(
  t: TestContext,
  { sandbox, environment }: Place,
  replicas: readonly ServiceProcess[],
  strike: Strike,
): Promise<readonly Asked[]> {
  const parties = await addParties(sandbox, environment);
  await using database = await openDatabase(environment);
  await using watch = watchCredits(database);
  const urls = replicas.map(({ url }) => url);
  const clients = runClients(urls, Math.random);
  const stakers = runStakers({ urls, sandbox, parties }, Math.random);
  const kills: number[] = [];
  let strikes = 0;
  const countCut = () => stakers.events.filter((event) => isCut(event, kills)).length;
  const countAnswered = () => stakers.events.filter(isAnswered).length;
  // A busy machine gets through less between two kills.
  const isEnough = () => countCut() >= LEAST_CUT && countAnswered() >= LEAST_ANSWERED;
  for (; strikes < STRIKES || !isEnough(); strikes += 1) {
    const killedAt = await strike();
    if (killedAt !== undefined) kills.push(killedAt);
  }
  const [built, staked] = await Promise.all([clients.stop(), stakers.stop()]);
  t.diagnostic(`${strikes} strikes, ${countCut()} broadcasts cut off`);
  // Both to their end: one breach may explain the other.
  const [answers, credits] = await Promise.allSettled([
    assertAnswersStay(t, urls, [...built, ...staked.events]),
    assertCreditsStay(t, sandbox, staked, async () => {
      // An order that a kill kept from the router is over only when no block can hold it.
      sandbox.ledger.advanceSlots(200);
      await settle(database);
      return await watch.stop();
    }),
  ]);
  const breaches = [answers, credits].flatMap((check) => (check.status === 'rejected' ? [check.reason] : []));
  if (breaches.length > 1) throw new AggregateError(breaches);
  if (answers.status === 'rejected' || credits.status === 'rejected') throw breaches[0];
  return answers.value;
}

/** Checks whether a kill left a broadcast that was under way without an answer. */
function isCut({ ask, start, end, answer }: Asked, kills: readonly number[]): boolean {
  const isUnanswered = ask.path === '/broadcast' && answer === undefined;
  return isUnanswered && kills.some((killedAt) => start < killedAt && killedAt <= end);
}

/** Asks every replica for every answer that a client has read. */
async function assertAnswersStay(
  t: TestContext,
  urls: readonly string[],
  written: readonly Asked[],
): Promise<readonly Asked[]> {
  const acknowledged = new Map(written.filter(isAnswered).map(({ key, ask }) => [key, ask]));
  acknowledged.delete(undefined);
  const asks = [...acknowledged.values()];
  const reread: Asked[] = [];
  for (const url of urls) {
    for (let at = 0; at < asks.length; at += 50) {
      const some = asks.slice(at, at + 50);
      reread.push(...(await Promise.all(some.map((ask) => sendAsk(url, ask, FOR_EVER)))));
    }
  }
  const lost = reread.filter(({ answer }) => answer?.status !== 200 || !answer.isReplay);
  assert.deepEqual(lost, [], 'an answer that was read is lost');
  const history = [...written, ...reread];
  assert.deepEqual(checkHistory(history), []);
  const unanswered = written.filter(({ answer }) => answer === undefined).length;
  const broadcasts = asks.filter(({ path }) => path === '/broadcast').length;
  t.diagnostic(
    `${written.length} requests, ${asks.length} keys answered, ${broadcasts} of them of broadcasts, ${unanswered} requests without an answer`,
  );
  assert.ok(asks.length > 100 && broadcasts > 0 && unanswered > 0, 'nothing was put to the test');
  return history;
}

/** Waits until the ledger has what was acknowledged, lets credits settle, and checks them. */
async function assertCreditsStay(
  t: TestContext,
  sandbox: Sandbox,
  { stakes }: Staked,
  settled: () => Promise<readonly Sighting[]>,
): Promise<void> {
  const signatures = stakes.map(({ signature }) => signature);
  const acknowledged = stakes.filter(({ answers }) => answers.length > 0);
  let ledger = await readLedger(sandbox, signatures);
  const isAbsent = ({ signature }: { readonly signature: string }) => !ledger.has(signature);
  // What never lands is found below.
  for (let tries = 0; tries < LANDING_TRIES && acknowledged.some(isAbsent); tries += 1) {
    await sleep(100);
    ledger = await readLedger(sandbox, signatures);
  }
  const landed = new Set(signatures.filter((signature) => ledger.get(signature) === 'done'));
  const sightings = await settled();
  // Again, because some that nobody got an answer to may have landed and earned a credit since.
  ledger = await readLedger(sandbox, signatures);
  assert.deepEqual(checkCredits({ stakes, sightings, ledger, landed }), []);
  const earning = stakes.filter((stake) => isAttributed(stake) && landed.has(stake.signature));
  const contended = [...Map.groupBy(earning, ({ wallet }) => wallet).values()].filter(
    (ofWallet) => new Set(ofWallet.map(({ partner, referrer }) => `${partner} ${referrer}`)).size > 1,
  );
  const failed = [...ledger.values()].filter((end) => end === 'failed').length;
  t.diagnostic(
    `${stakes.length} stakes signed, ${acknowledged.length} acknowledged, ${landed.size} landed, ${failed} failed; ${sightings.length} wallets credited, ${contended.length} of them contended`,
  );
  assert.ok(contended.length > 0 && failed > 0, 'nobody contended');
}

function isAnswered({ answer }: Event): boolean {
  return answer?.status === 200;
}
