import { getFingerprint, hashKey } from '../../api/src/idempotency/fingerprint.ts';
import { problem } from '../../api/src/problems/problem.ts';
import { isProblemError } from '../../api/src/problems/problem-error.ts';
import { broadcast } from '../../api/src/routes/broadcast.ts';
import { assertOwnAnswer } from '../../api/src/transactions/assert-own-answer.ts';
import { readServiceToken } from '../../api/src/transactions/service-token.ts';
import type { Standing } from '../../api/src/transactions/status/transaction-status.ts';
import type { Built, Purpose } from './built.ts';
import { buildAnew, buildFirst } from './make-build.ts';
import { type ReplicaParts, type ServiceParts, startServiceParts } from './replica-parts.ts';
import { createOwner, type OwnClock, type Owner } from './scheduler.ts';
import { TOKEN_KEYS } from './token-keys.ts';

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
  /** Broadcasts; with a key, once. */
  broadcast(body: BroadcastRequest, key: string | undefined): Promise<unknown>;
  /** Gives a build its successor. */
  refresh(built: Built): Promise<Built>;
  status(signature: string, lastValidBlockHeight: bigint): Promise<Standing>;
  /** Until when it stands still, how far its wall clock is ahead, when it dies; may be changed. */
  readonly owner: Owner;
  /** Ends it without a word. */
  kill(): void;
  /** Ends it as a deployment does: what it holds is handed over. */
  stop(milliseconds: number): Promise<void>;
};

const SECRET = TOKEN_KEYS[0]?.base64;
const AHEAD_SECONDS = 30;
const DEADLINES = { build: 12_000, rpc: 15_000, router: 55_000 };

/** Starts a replica. */
export function startSimulatedReplica(parts: ReplicaParts): SimulatedReplica {
  const { scheduler, plant, number } = parts;
  const owner = createOwner();
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => undefined);
  owner.onDeath = () => died.reject(undefined);
  const clock = scheduler.createClock(owner);
  const services = startServiceParts(parts, clock);
  /** What arrives at a process that stands still waits in its socket. */
  const serve = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    clock.after(1, () => work().then(resolve, reject));
    return Promise.race([promise, died.promise]);
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
      serve(async () => {
        const asked = { wallet: purpose.wallet.address, route: purpose.route, account: purpose.account };
        const made = await once('stake', key, { ...asked, code: purpose.code }, services, plant, () =>
          buildFirst(purpose, parts, services),
        );
        return typeof made === 'string' ? made : JSON.stringify(made);
      }),
    broadcast: (body, key) =>
      serve(async () => {
        const now = Math.floor(clock.now() / 1_000);
        if (plant === 'tokens of a clock ahead refused') assertNotAhead(body.service_token, now, services);
        if (plant === 'timers left behind') leak(clock);
        const answer = once('broadcast', key, body, services, plant, () =>
          broadcast({ body, note: () => undefined }, services),
        );
        return await (plant === 'secrets told' ? answer.catch(tellSecret) : answer);
      }),
    refresh: (built) => serve(() => buildAnew(built, parts, services)),
    status: (signature, lastValidBlockHeight) =>
      serve(() => services.transactionStatus.find({ signature, lastValidBlockHeight }, 0)),
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
  const route = 'route' in body && body.route === 'router' ? 'router' : 'rpc';
  const answer = await services.answerOnce(
    {
      keyHash: hashKey(operation, key, asked),
      fingerprint: getFingerprint(key, asked),
      deadline: DEADLINES[isBuild ? 'build' : route],
      isRepeatable: !isBuild,
      isBuild,
    },
    run,
  );
  if (answer.isReplay && isBuild) assertOwnAnswer(answer.body, services);
  return answer.body;
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
