import type { Address } from '@solana/kit';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { ASSET_DECIMALS, formatAmount, type TransactionAnswer } from '@staking-agent/wire';
import type { Logger } from 'pino';
import deploymentFile from '../../../deployments/sandbox.json' with { type: 'json' };
import { startAttribution } from '../../api/src/attribution/attribution.ts';
import {
  type Build,
  type CompiledBuild,
  encodeBuildRecord,
  type Finished,
} from '../../api/src/builds/build.ts';
import { createMakeUnique, type Finishing, toOffered } from '../../api/src/builds/finish.ts';
import { hashMessage, printUnsigned, readSignedTransaction } from '../../api/src/builds/message.ts';
import { assertOwnAnswer, issueServiceToken, readBuild, type TokenKey } from '../../api/src/builds/token.ts';
import { createLimits, watchValue } from '../../api/src/builds/value-limits.ts';
import { fromStoreFault } from '../../api/src/problems/faults.ts';
import { problem } from '../../api/src/problems/problem.ts';
import { broadcast } from '../../api/src/routes/transactions.ts';
import { createBroadcast } from '../../api/src/sending/broadcast.ts';
import { getFingerprint, hashKey } from '../../api/src/sending/key-of-request.ts';
import { type BindKey, startKeyGate } from '../../api/src/sending/keys.ts';
import { createHorizon, MARGIN_BLOCKS, readEnds } from '../../api/src/sending/landing.ts';
import { replaceOnce } from '../../api/src/sending/refresh.ts';
import { startResend } from '../../api/src/sending/resend.ts';
import { createFindOther } from '../../api/src/sending/search.ts';
import { createTransactionStatus, describeStanding } from '../../api/src/sending/status.ts';
import { createBuilds } from '../../api/src/store/builds.ts';
import { createKeys } from '../../api/src/store/keys.ts';
import { createStops, createValueLimitSettings, watchStops } from '../../api/src/store/operator.ts';
import { NO_WATCH } from '../../api/src/upstreams/http.ts';
import { startBlockhashFeed } from '../../api/src/upstreams/ledger/blockhash.ts';
import { createLedgerClient } from '../../api/src/upstreams/ledger/client.ts';
import { createRouterCalls } from '../../api/src/upstreams/router.ts';
import { createRouter } from '../../api/src/upstreams/sanctum.ts';
import type { Answers, AskedKind } from './answers.ts';
import type { Built, Purpose } from './built.ts';
import type { Dice } from './dice.ts';
import { asNextVersion } from './next-version.ts';
import { type OwnClock, type Scheduler, type SimulatedProcess, startProcess } from './scheduler.ts';
import { CONFIRMED_DEPTH, type SimulatedLedger } from './simulated-ledger.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { SimulatedRouter } from './simulated-router.ts';
import type { SimulatedStore } from './simulated-store.ts';
import { type MessageParts, writeMessage } from './wallet.ts';

/** The body of a broadcast. */
export type BroadcastRequest = Parameters<typeof broadcast>[0]['body'];

/** What a caller is told of a transaction. */
type Told = Pick<TransactionAnswer, 'status' | 'otherForm'>;

/**
 * One process of the service. What it is asked rejects with what the caller is told, or with undefined when the process
 * dies meanwhile.
 */
export type SimulatedReplica = Omit<SimulatedProcess, 'clock' | 'serve' | 'stop'> & {
  readonly number: number;
  /** Builds; with a key, once. Returns the printed answer. */
  build(purpose: Purpose, key: string | undefined): Promise<string>;
  /** Broadcasts; with a key, once. Returns the printed answer. */
  broadcast(body: BroadcastRequest, key: string | undefined): Promise<string>;
  /** Gives a build its successor. */
  refresh(built: Built): Promise<Built>;
  status(signature: string, lastValidBlockHeight: bigint | undefined): Promise<Told>;
  /** Deletes old answers to keys, as the service does every hour. */
  purge(): Promise<unknown>;
  /** What the maps and sets of its parts hold, now and when it started. */
  countEntries(): number;
  readonly newEntries: number;
  /** Ends it as a deployment does. */
  stop(milliseconds: number): Promise<void>;
};

/** Starts a replica. */
export function startSimulatedReplica(parts: ReplicaParts, answers: Answers): SimulatedReplica {
  const process = startProcess(parts.scheduler);
  const { owner, clock, kill } = process;
  const { made: services, countEntries } = trackCollections(() => startServiceParts(parts, clock));
  const serve = <Result>(kind: AskedKind, key: string | undefined, work: () => Promise<Result>) =>
    answers.follow({ kind, isKeyed: key !== undefined, owner }, process.serve(work));
  return {
    number: parts.number,
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
      serve('status', undefined, async () => {
        const standing = await services.transactionStatus.find({ signature, lastValidBlockHeight }, 0);
        return { status: standing.status, ...describeStanding(standing, DEPLOYMENT) };
      }),
    purge: () => services.keys.purge(),
    countEntries,
    newEntries: countEntries(),
    kill,
    stop: (milliseconds) => process.stop(milliseconds, services.close),
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
export function hashBroadcastKey(key: string, body: object): string {
  return hashKey('broadcast', key, { body, partnerKey: undefined, referralCode: undefined });
}

/** What a replica is started with. */
export type ReplicaParts = {
  readonly number: number;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly ledger: SimulatedLedger;
  readonly nodes: readonly SimulatedNode[];
  readonly router: SimulatedRouter;
  readonly store: SimulatedStore;
  /** What any replica ever built, by its transaction. */
  readonly builds: Map<string, Built>;
  readonly tokenKeys: readonly TokenKey[];
  readonly log: Logger;
  /** The replica runs the next version. */
  readonly isNext: boolean;
  /** Base units that may be staked in an hour; undefined without a limit. */
  readonly hourlyLimit: bigint | undefined;
};

const DEPLOYMENT = parseDeployment(deploymentFile);
/** Read by checks of what these builds do not promise. */
const LEAST = {
  deployment: DEPLOYMENT,
  instantExitLossBps: 0,
  stakeTerms: { get: async () => ({ signatureFee: 5_000n }) },
} as const;

/** The parts of the service that a replica is made of. */
export type ServiceParts = ReturnType<typeof startServiceParts>;

/** Starts the service's own parts over simulated nodes, router and store, put together as `startServices` does. */
export function startServiceParts(parts: ReplicaParts, clock: OwnClock) {
  const { number, dice, nodes, router, store, log, tokenKeys, isNext, hourlyLimit } = parts;
  const connection = store.connect(number, clock);
  const base = { clock, log, random: dice, store: connection, tokenKeys };
  const openEndpoint = (upstream: string, url: string) =>
    upstream === 'router' ? router.open(clock) : (nodes[Number(url)] as SimulatedNode).open(clock);
  const ports = { clock, random: dice, openEndpoint, watch: NO_WATCH };
  const ledger = createLedgerClient(
    nodes.map((_, i) => String(i)),
    [],
    ports,
  );
  const switches = watchStops({ ...base, stops: createStops(connection) });
  const blockhash = startBlockhashFeed(ledger, clock, () => undefined);
  const today = createBuilds(connection);
  const builds = isNext ? asNextVersion(today, connection) : today;
  const valueGate = watchValue({
    ...{ clock, builds },
    settings: createValueLimitSettings(connection),
    defaults: createLimits((strategy, span) =>
      strategy === 'sol-native-stake' && span === 'hour' ? hourlyLimit : undefined,
    ),
  });
  const attribution = startAttribution({
    ...{ ...base, builds, ledger, secrets: [], onResolved: () => undefined },
    readEnds: (signatures) => readEnds(signatures, { ...base, ledger, blockhash }),
  });
  const horizon = createHorizon(builds, blockhash);
  const onSettled = attribution.noteCredits;
  const landing = { ...base, ledger, blockhash, builds, horizon, onSettled };
  const sending = { ...landing, findOther: createFindOther(landing) };
  const assertRunning = () => switches.assertRunning('router');
  const calls = createRouterCalls({ url: 'router', apiKey: 'key', assertRunning }, ports);
  const routing = createRouter(calls, 'key', log);
  const config = { deployment: DEPLOYMENT, explorerUrl: '{signature}' };
  const resending = startResend({ ...sending, onResend: () => undefined });
  const keys = createKeys(connection);
  const keyGate = startKeyGate({ keys, log, clock });
  return {
    ...sending,
    ...{ keys, keyGate, switches, valueGate, attribution, config },
    makeUnique: createMakeUnique({ blockhash, clock }),
    broadcast: createBroadcast({ ...sending, ...LEAST, router: routing, valueGate, config }),
    transactionStatus: createTransactionStatus(sending),
    async close() {
      await Promise.all([resending, attribution, keyGate].map((each) => each.close()));
    },
  };
}

/** What was made, and how many entries the maps and sets have that were made along with it. */
export type Tracked<Made> = { readonly made: Made; countEntries(): number };

/**
 * Notes every map and set that is made while something is: those of a replica's start are the ones that it keeps. No part
 * has to tell of them, and none can be forgotten.
 */
export function trackCollections<Made>(make: () => Made): Tracked<Made> {
  const collections: { readonly size: number }[] = [];
  const { Map: HonestMap, Set: HonestSet } = globalThis;
  globalThis.Map = class<Key, Value> extends HonestMap<Key, Value> {
    constructor(entries?: Iterable<readonly [Key, Value]> | null) {
      super(entries);
      collections.push(this);
    }
  } as MapConstructor;
  globalThis.Set = class<Value> extends HonestSet<Value> {
    constructor(values?: Iterable<Value> | null) {
      super(values);
      collections.push(this);
    }
  } as SetConstructor;
  try {
    const made = make();
    return { made, countEntries: () => collections.reduce((sum, { size }) => sum + size, 0) };
  } finally {
    Object.assign(globalThis, { Map: HonestMap, Set: HonestSet });
  }
}

/** A blockhash of the router may be newer than the service knew: as many blocks as the margin of the service bears. */
const NEWER_BLOCKS = Number(MARGIN_BLOCKS) + CONFIRMED_DEPTH;

/** Builds a payment as `POST /stake` does, but for the strategy, which is a message that names the purpose. */
export async function buildFirst(
  purpose: Purpose,
  parts: ReplicaParts,
  services: ServiceParts,
): Promise<Finished> {
  const { code, wallet } = purpose;
  services.switches.assertRunning('sol-native-stake');
  const attribution =
    code === undefined
      ? undefined
      : await services.attribution.resolve({ partnerKey: undefined, referralCode: code }, wallet.address);
  await services.valueGate.assertRoom('sol-native-stake', purpose.amount);
  const drafts = createDrafts(purpose, parts, services);
  const answer = await drafts.finish(await drafts.make(), { attribution });
  // The router's is handed out once, and one with a claim is looked for.
  if (attribution === undefined && purpose.route === 'rpc') return answer;
  const { build, form } = toOffered(readBuild(answer, services));
  const isNew = await services.builds.offer(build, form).catch((error: unknown) => {
    throw fromStoreFault(error, attribution === undefined ? 'provider build' : 'attribution');
  });
  if (!isNew) throw problem('EQUAL_BUILD_ISSUED');
  return answer;
}

/** Refreshes a build as `POST /refresh` does. */
export async function buildAnew(built: Built, parts: ReplicaParts, services: ServiceParts): Promise<Built> {
  services.switches.assertRunning('sol-native-stake');
  const asked = readBuild({ transaction: built.transaction.base64, service_token: built.token }, services);
  const { make, finish } = createDrafts(built, parts, services);
  const answer = await replaceOnce(asked, make, services, finish);
  return parts.builds.get(answer.transaction) as Built;
}

/** A message that a purpose is named in, and what finishes it: the place of a strategy and of `finishBuild`. */
function createDrafts(
  purpose: Purpose | Built,
  { dice, ledger, builds }: ReplicaParts,
  { blockhash, clock, tokenKeys }: ServiceParts,
) {
  const { wallet, route, account } = purpose;
  const strategy = 'sol-native-stake';
  const amount = formatAmount(purpose.amount, ASSET_DECIMALS.SOL);
  const drafts = new WeakMap<
    object,
    { readonly message: Uint8Array; readonly parts: MessageParts; readonly slot: number }
  >();
  const make = async (): Promise<CompiledBuild<object>> => {
    const lifetime = await blockhash.get();
    const known = Number(lifetime.contextSlot);
    // The router may take one that is not confirmed.
    const newest = Math.max(known, ledger.slot());
    const slot = route === 'rpc' ? known : Math.min(known + dice.between(0, NEWER_BLOCKS), newest);
    const parts: MessageParts = {
      payer: wallet.publicKey,
      blockhash: ledger.blockhashOf(slot),
      unitLimit: 10_000 + dice.between(0, 999),
      unitPrice: 20_000 + dice.between(0, 999),
      data: Buffer.from(account ?? wallet.name),
    };
    const message = writeMessage(parts);
    const draft: CompiledBuild<object> = {
      ...({ by: 'service', operation: 'stake', isSimulated: false } as const),
      ...{ message, lifetime, fields: {} },
      request: { wallet: wallet.address, strategy, amount },
      wallet: wallet.address as Address,
    };
    drafts.set(draft, { message, parts, slot });
    return draft;
  };
  const finish = async (build: Build<object>, { attribution, root }: Finishing): Promise<Finished> => {
    const draft = drafts.get(build);
    if (draft === undefined) throw new Error('A build of another request.');
    const { message, parts, slot } = draft;
    const { lastValidBlockHeight, contextSlot, blockhashText } = build.lifetime;
    const contents = {
      record: encodeBuildRecord({ operation: 'stake', request: { strategy, amount }, root, figures: {} }),
      route: route === 'router' ? ('token' as const) : ('rpc' as const),
      ...{ lastValidBlockHeight, contextSlot },
      ...(attribution && { attribution }),
    };
    const token = issueServiceToken(tokenKeys, message, contents, Math.floor(clock.now() / 1_000));
    const base64 = printUnsigned(message);
    builds.set(base64, {
      ...purpose,
      ...{ transaction: readSignedTransaction(base64), token, lastValidBlockHeight, parts },
      root: 'root' in purpose ? purpose.root : hashMessage(message),
      blockhashSlot: slot,
    });
    const expiry = {
      ...{ blockhash: blockhashText, lastValidBlockHeight: String(lastValidBlockHeight) },
      ...{ validForSeconds: null, tokenExpiresAt: '' },
    };
    return { transaction: base64, service_token: token, expiry, signers: [wallet.address] };
  };
  return { make, finish };
}
