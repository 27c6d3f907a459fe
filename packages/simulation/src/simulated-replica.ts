import { getFingerprint, hashKey } from '../../api/src/idempotency/fingerprint.ts';
import { problem } from '../../api/src/problems/problem.ts';
import { isProblemError } from '../../api/src/problems/problem-error.ts';
import { answerInTime } from '../../api/src/routes/answer-in-time.ts';
import { broadcast } from '../../api/src/routes/broadcast.ts';
import { assertOwnAnswer } from '../../api/src/transactions/assert-own-answer.ts';
import { readServiceToken } from '../../api/src/transactions/service-token.ts';
import type { Standing } from '../../api/src/transactions/status/transaction-status.ts';
import { type Answers, type AskedKind, DEADLINES } from './answers.ts';
import type { Built, Purpose } from './built.ts';
import { buildAnew, buildFirst } from './make-build.ts';
import { type ReplicaParts, type ServiceParts, startServiceParts } from './replica-parts.ts';
import { createOwner, type OwnClock, type Owner } from './scheduler.ts';
import { TOKEN_KEYS } from './token-keys.ts';
import { trackCollections } from './track-collections.ts';

/** The body of a broadcast. */
export type BroadcastRequest = Parameters<typeof broadcast>[0]['body'];

/**
 * One process of the service. What it is asked rejects with what the caller is told, or with undefined when the process
 * dies meanwhile.
 */
export type SimulatedReplica = {
  readonly number: number;
  /** Builds; with a key, once. Returns the printed answer. */
  build(purpose: Purpose, key: string | undefined): Promise<string>;
  /** Broadcasts; with a key, once. Returns the printed answer. */
  broadcast(body: BroadcastRequest, key: string | undefined): Promise<string>;
  /** Gives a build its successor. */
  refresh(built: Built): Promise<Built>;
  status(signature: string, lastValidBlockHeight: bigint): Promise<Standing>;
  /** Until when it stands still, how far its wall clock is ahead, when it dies; may be changed. */
  readonly owner: Owner;
  /** Deletes old answers to keys, as the service does every hour. */
  purge(): Promise<unknown>;
  /** What the maps and sets of its parts hold, now and when it started. */
  countEntries(): number;
  readonly newEntries: number;
  /** Ends it without a word. */
  kill(): void;
  /** Ends it as a deployment does: what it holds is handed over. */
  stop(milliseconds: number): Promise<void>;
};

const SECRET = TOKEN_KEYS[0]?.base64;
const AHEAD_SECONDS = 30;

/** Starts a replica. */
export function startSimulatedReplica(parts: ReplicaParts, answers: Answers): SimulatedReplica {
  const { scheduler, plant, number } = parts;
  const owner = createOwner();
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => undefined);
  owner.onDeath = () => died.reject(undefined);
  const clock = scheduler.createClock(owner);
  const { made, countEntries } = trackCollections(() => ({
    services: startServiceParts(parts, clock),
    left: new Set<string>(),
  }));
  const { services, left } = made;
  /** What arrives at a process that stands still waits in its socket. */
  const serve = <Result>(
    kind: AskedKind,
    key: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    clock.after(1, () => work().then(resolve, reject));
    const answer = Promise.race([promise, died.promise]);
    return answers.follow({ kind, isKeyed: key !== undefined, owner }, answer);
  };
  const misbehave = async (body: BroadcastRequest): Promise<void> => {
    const now = Math.floor(clock.now() / 1_000);
    if (plant === 'tokens of a clock ahead refused') assertNotAhead(body.service_token, now, services);
    if (plant === 'timers left behind') leak(clock);
    if (plant === 'entries left behind') left.add(body.signed_tx);
    if (plant === 'answers that never come' && isChosen(body, parts)) await died.promise;
  };
  const kill = () => {
    if (!owner.isAlive) return;
    owner.isAlive = false;
    owner.onDeath();
  };
  return {
    number,
    owner,
    build: (purpose, key) =>
      serve('build', key, async () => {
        const asked = { wallet: purpose.wallet.address, route: purpose.route, account: purpose.account };
        const made = await once('stake', key, { ...asked, code: purpose.code }, services, plant, () =>
          buildFirst(purpose, parts, services),
        );
        return print(made);
      }),
    broadcast: (body, key) =>
      serve(routeOf(body), key, async () => {
        await misbehave(body);
        const answer = once('broadcast', key, body, services, plant, () =>
          answerInTime(body, clock, broadcast({ body, note: () => undefined }, services)),
        );
        return print(await (plant === 'secrets told' ? answer.catch(tellSecret) : answer));
      }),
    refresh: (built) => serve('refresh', undefined, () => buildAnew(built, parts, services)),
    status: (signature, lastValidBlockHeight) =>
      serve('status', undefined, () =>
        services.transactionStatus.find({ signature, lastValidBlockHeight }, 0),
      ),
    purge: () => services.records.purge(),
    countEntries,
    newEntries: countEntries(),
    kill,
    async stop(milliseconds) {
      await services.resender.drain(milliseconds);
      await services.attribution.close();
      kill();
    },
  };
}

/** Answers a request with a key once, as the service's wrapper of handlers does; one without a key as often as it comes. */
async function once<Answer extends object>(
  operation: 'stake' | 'broadcast',
  key: string | undefined,
  body: object,
  services: ServiceParts,
  plant: ReplicaParts['plant'],
  run: () => Promise<Answer>,
): Promise<Answer | string> {
  if (key === undefined || plant === 'keys without records') return await run();
  const isBuild = operation === 'stake';
  const asked = { body, partnerKey: undefined, referralCode: undefined };
  const answer = await services.answerOnce(
    {
      keyHash: hashKey(operation, key, asked),
      fingerprint: getFingerprint(key, asked),
      deadline: DEADLINES[isBuild ? 'build' : routeOf(body)],
      isRepeatable: !isBuild,
      isBuild,
    },
    run,
  );
  if (answer.isReplay && isBuild) assertOwnAnswer(answer.body, services);
  if (answer.isReplay && !isBuild && plant === 'broadcasts answered anew') return await run();
  return answer.body;
}

/** The record of the answer to a broadcast with a key. */
export function hashBroadcastKey(key: string, body: BroadcastRequest): string {
  return hashKey('broadcast', key, { body, partnerKey: undefined, referralCode: undefined });
}

function isChosen({ signed_tx }: BroadcastRequest, { dice }: ReplicaParts): boolean {
  return dice.fork(signed_tx).chance(0.02);
}

function routeOf(body: object): 'rpc' | 'router' {
  return 'route' in body && body.route === 'router' ? 'router' : 'rpc';
}

function print(answer: object | string): string {
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

function assertNotAhead(token: string, now: number, { tokenKeys }: ServiceParts): void {
  const issuedAt = readServiceToken(tokenKeys, token).payload.readUInt32LE(1);
  if (issuedAt > now + AHEAD_SECONDS)
    throw problem('TOKEN_EXPIRED', { seconds: 120 }, { outcome: 'not_sent' });
}

function leak(clock: OwnClock): void {
  clock.after(1_000, () => leak(clock));
}

function tellSecret(error: unknown): never {
  throw isProblemError(error) ? Object.assign(error, { message: `${error.message} ${SECRET}` }) : error;
}
