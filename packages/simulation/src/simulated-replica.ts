import { assertOwnAnswer } from '../../api/src/builds/token.ts';
import { broadcast } from '../../api/src/routes/transactions.ts';
import { within } from '../../api/src/runtime/clock.ts';
import { getFingerprint, hashKey } from '../../api/src/sending/key-of-request.ts';
import type { BindKey } from '../../api/src/sending/keys.ts';
import type { Standing } from '../../api/src/sending/status.ts';
import type { Answers, AskedKind } from './answers.ts';
import type { Built, Purpose } from './built.ts';
import { buildAnew, buildFirst } from './make-build.ts';
import { type ReplicaParts, type ServiceParts, startServiceParts } from './replica-parts.ts';
import { createOwner, type Owner } from './scheduler.ts';
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
  status(signature: string, lastValidBlockHeight: bigint | undefined): Promise<Standing>;
  /** Until when it stands still, how far its wall clock is ahead, when it dies; may be changed. */
  readonly owner: Owner;
  /** Deletes old answers to keys, as the service does every hour. */
  purge(): Promise<unknown>;
  /** What the maps and sets of its parts hold, now and when it started. */
  countEntries(): number;
  readonly newEntries: number;
  /** Ends it without a word. */
  kill(): void;
  /** Ends it as a deployment does. */
  stop(milliseconds: number): Promise<void>;
};

/** Starts a replica. */
export function startSimulatedReplica(parts: ReplicaParts, answers: Answers): SimulatedReplica {
  const { scheduler, number } = parts;
  const owner = createOwner();
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => undefined);
  owner.onDeath = () => died.reject(undefined);
  const clock = scheduler.createClock(owner);
  const { made: services, countEntries } = trackCollections(() => startServiceParts(parts, clock));
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
        const asked = { ...purpose, wallet: purpose.wallet.address, amount: String(purpose.amount) };
        return await once('stake', key, asked, services, () => buildFirst(purpose, parts, services));
      }),
    broadcast: (body, key) =>
      serve(body.route === 'router' ? 'router' : 'rpc', key, () =>
        once('broadcast', key, body, services, (bindKey) =>
          broadcast({ body, note: () => undefined, bindKey }, services),
        ),
      ),
    refresh: (built) => serve('refresh', undefined, () => buildAnew(built, parts, services)),
    status: (signature, lastValidBlockHeight) =>
      serve('status', undefined, () =>
        services.transactionStatus.find({ signature, lastValidBlockHeight }, 0),
      ),
    purge: () => services.keys.purge(),
    countEntries,
    newEntries: countEntries(),
    kill,
    async stop(milliseconds) {
      await within(clock, milliseconds, services.close(), () => undefined);
      kill();
    },
  };
}

/** Answers a request with a key once, as the service's wrapper of handlers does; one without a key as often as it comes. */
async function once(
  operation: 'stake' | 'broadcast',
  key: string | undefined,
  body: object,
  services: ServiceParts,
  run: (bind: BindKey) => Promise<object>,
): Promise<string> {
  if (key === undefined) return JSON.stringify(await run(async () => undefined));
  const isBuild = operation === 'stake';
  const asked = { body, partnerKey: undefined, referralCode: undefined };
  const request = {
    key: hashKey(operation, key, asked),
    fingerprint: getFingerprint(key, asked),
    isBuild,
  };
  const answer = await services.keyGate.answer(request, run);
  if (answer.isReplay && isBuild) assertOwnAnswer(answer.body, services);
  return answer.body;
}

/** The record of the answer to a broadcast with a key. */
export function hashBroadcastKey(key: string, body: BroadcastRequest): string {
  return hashKey('broadcast', key, { body, partnerKey: undefined, referralCode: undefined });
}
