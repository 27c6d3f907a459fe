import { parseDeployment } from '@staking-agent/chain/deployment';
import { pino } from 'pino';
import deploymentFile from '../../../../deployments/sandbox.json' with { type: 'json' };
import { createTokenKey } from '../../src/keys/token-key.ts';
import { problem } from '../../src/problems/problem.ts';
import { isProblemError, withFate } from '../../src/problems/problem-error.ts';
import { broadcast } from '../../src/routes/broadcast.ts';
import { createBuildForms } from '../../src/store/build-forms.ts';
import { createPendingTransactions } from '../../src/store/pending-transactions.ts';
import { assertLanded } from '../../src/transactions/assert-landed.ts';
import { assertReplaceable } from '../../src/transactions/assert-replaceable.ts';
import { type Edited, findEditedLifetime } from '../../src/transactions/find-edited-lifetime.ts';
import { type FormGate, startFormGate } from '../../src/transactions/form-gate.ts';
import { createOtherForms, type OtherForms } from '../../src/transactions/other-forms.ts';
import { createOutbox } from '../../src/transactions/outbox.ts';
import { readBuild, replaceOnce, type TokenedBuild } from '../../src/transactions/replace-once.ts';
import { startResender } from '../../src/transactions/resender.ts';
import {
  issueServiceToken,
  readServiceToken,
  type TokenContents,
} from '../../src/transactions/service-token.ts';
import { explainExecuted } from '../../src/transactions/status/refuse-failed.ts';
import { createSubmitter } from '../../src/transactions/submit.ts';
import { createRouterSubmitter, type RouterSubmitter } from '../../src/transactions/submit-to-router.ts';
import { startBlockhashFeed } from '../../src/upstreams/ledger/blockhash-feed.ts';
import { createLedgerClient } from '../../src/upstreams/ledger/ledger-client.ts';
import { createRouterClient } from '../../src/upstreams/router/router-client.ts';
import { NO_WATCH } from '../../src/upstreams/watch.ts';
import type { Built, Issue } from './built.ts';
import type { Dice } from './dice.ts';
import type { Plant } from './plant.ts';
import type { Owner, Scheduler } from './scheduler.ts';
import type { SimulatedNode } from './simulated-node.ts';
import type { SimulatedRouter } from './simulated-router.ts';
import type { SimulatedStore } from './simulated-store.ts';

const CONFIG = { deployment: parseDeployment(deploymentFile) };

/** The body of a broadcast. */
export type BroadcastRequest = Parameters<typeof broadcast>[0]['body'];

/** One process of the service: its own broadcast, with all that it stands on, and what a refresh is let through by. */
export type SimulatedReplica = {
  /** Issues the token of a message. */
  readonly issue: Issue;
  /** Broadcasts; rejects with what the caller is told, or with undefined when the process dies meanwhile. */
  broadcast(body: BroadcastRequest): Promise<unknown>;
  /**
   * Gives a build its successor; rejects as a broadcast does.
   *
   * @param makeAgain - makes the same build anew.
   */
  refresh(built: Built, makeAgain: () => Built): Promise<Built>;
  /** Until when it stands still, and how far its wall clock is ahead; may be changed. */
  readonly owner: Owner;
  /** Ends it without a word. */
  kill(): void;
};

const log = pino({ level: 'silent' });
const KEYS = [createTokenKey(`simulated:${Buffer.alloc(32, 7).toString('base64')}`)];
/** The most blocks that a payment outlives what was built: the margin of the service, so that its loss shows. */
const MARGIN = 10n;
/** Not looked at. */
const EXPIRY = { blockhash: '', lastValidBlockHeight: '', validForSeconds: null, tokenExpiresAt: '' };
const REFRESH_SECONDS = 600;
const AHEAD_SECONDS = 30;

type SimulatedClock = ReturnType<Scheduler['createClock']>;

/** What a replica is started with. */
export type ReplicaParts = {
  readonly number: number;
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly nodes: readonly SimulatedNode[];
  readonly router: SimulatedRouter;
  readonly store: SimulatedStore;
  /** What any replica ever built, by its transaction. */
  readonly builds: Map<string, Built>;
  readonly plant: Plant;
};

/** Starts a replica. */
export function startSimulatedReplica(parts: ReplicaParts): SimulatedReplica {
  const { scheduler, plant } = parts;
  const owner: Owner = { isAlive: true, frozenUntil: 0, ahead: 0 };
  const died = Promise.withResolvers<never>();
  died.promise.catch(() => undefined);
  const clock = scheduler.createClock(owner);
  const services = startParts(parts, clock);
  /** What arrives at a process that stands still waits in its socket. */
  const serve = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    clock.after(1, () => work().then(resolve, reject));
    return Promise.race([promise, died.promise]);
  };
  const nowInSeconds = () => Math.floor(clock.now() / 1_000);
  return {
    owner,
    issue: (message, contents) => {
      const margin = plant === 'no margin' ? MARGIN : 0n;
      const lastValidBlockHeight = contents.lastValidBlockHeight - margin;
      return issueServiceToken(KEYS, message, { ...contents, lastValidBlockHeight }, nowInSeconds());
    },
    broadcast: (body) =>
      serve(async () => {
        if (plant === 'tokens of a clock ahead refused') assertNotAhead(body.service_token, nowInSeconds());
        return await broadcast({ body, note: () => undefined }, services);
      }),
    refresh: (built, makeAgain) => serve(() => refresh(built, makeAgain, parts, services)),
    kill() {
      owner.isAlive = false;
      died.reject(undefined);
    },
  };
}

type Parts = ReturnType<typeof startParts>;

/** Starts what broadcasts and refreshes use: the service's own parts, over simulated nodes, router and store. */
function startParts(parts: ReplicaParts, clock: SimulatedClock) {
  const { number, dice, nodes, router, store, plant } = parts;
  const openEndpoint = (upstream: string, url: string) =>
    upstream === 'router' ? router.open(clock) : (nodes[Number(url)] as SimulatedNode).open(clock);
  const ports = { clock, random: dice, openEndpoint, watch: NO_WATCH };
  const names = nodes.map((_, i) => String(i));
  const ledger = createLedgerClient(names, [], ports);
  const blockhash = startBlockhashFeed(ledger, clock, () => undefined);
  const outbox = startOutbox(parts, clock);
  const landing = { ledger, blockhash, clock, outbox };
  const kept = createBuildForms(store.connect(number, clock) as never);
  const forms = plantIn(startFormGate({ ...landing, forms: kept, log }), plant);
  const resender = startResender({ ...landing, log, onResend: () => undefined });
  const routing = { ...landing, resender, log, router: createRouterClient('router', 'key', ports) };
  return {
    ledger,
    blockhash,
    log,
    outbox,
    tokenKeys: KEYS,
    clock,
    switches: { assertRunning: () => undefined },
    config: { explorerUrl: '{signature}' },
    attribution: { noteBroadcast: () => undefined },
    valueGate: {
      assertRoom: async () => undefined,
      room: () => undefined,
      take: async () => ({ giveBack: async () => undefined }),
    },
    assertLeast: async () => undefined,
    forms,
    otherForms: searching(plant, createOtherForms({ ...landing, forms, tokenKeys: KEYS, log })),
    submit: createSubmitter({ ...landing, resender, config: CONFIG }),
    submitToRouter: believing(plant, createRouterSubmitter(routing)),
    assertLanded: (mortal: Parameters<typeof assertLanded>[0]) =>
      assertLanded(mortal, { ...landing, resender }),
    isAbsent: async () => true,
    wasSent: async (signature: string) =>
      resender.getState(signature) !== undefined || (await outbox.isKnown(signature)),
    explainExecuted: (signature: string) => explainExecuted(signature, landing),
    findEditedLifetime: (edited: Edited) => findLifetime(edited, landing, plant),
  };
}

/** Refreshes a build as `POST /refresh` does, but for the strategy, which makes the build again. */
async function refresh(
  built: Built,
  makeAgain: () => Built,
  { builds, plant }: ReplicaParts,
  parts: Parts,
): Promise<Built> {
  const { transaction: of, token, wallet } = built;
  const asked = readBuild({ transaction: of.base64, service_token: token }, parts);
  const make = async ({ transaction, contents }: TokenedBuild) => {
    const { issuedAt, contextSlot } = contents;
    if (Math.floor(parts.clock.now() / 1_000) > issuedAt + REFRESH_SECONDS)
      throw problem('REFRESH_TOO_LATE', { minutes: 10 });
    const lastValidBlockHeight = plant === 'refresh without a height' ? 0n : contents.lastValidBlockHeight;
    await assertReplaceable(
      { transaction, wallet: wallet.address, lastValidBlockHeight, contextSlot, isExclusive: false },
      parts,
    );
    const next = makeAgain();
    builds.set(next.transaction.base64, next);
    return { transaction: next.transaction.base64, service_token: next.token, expiry: EXPIRY };
  };
  const { transaction } = await replaceOnce(asked, make, parts);
  return builds.get(transaction) as Built;
}

/** The search for other forms also finds what was called absent without proof, so that its loss alone does not show. */
function searching(plant: Plant, honest: OtherForms): OtherForms {
  if (plant !== 'unread as absent' && plant !== 'absent at any slot') return honest;
  return { ...honest, find: async () => undefined };
}

function startOutbox(
  { number, store, dice, plant }: ReplicaParts,
  clock: SimulatedClock,
): ReturnType<typeof createOutbox> {
  const pending = createPendingTransactions(store.connect(number, clock) as never);
  const honest = createOutbox({ pending, log, clock, random: dice });
  switch (plant) {
    case 'no outbox':
      return { ...honest, add: async () => undefined, withdraw: async () => true, refresh: async () => [] };
    case 'no holder check':
      return { ...honest, withdraw: async (signature) => (await honest.withdraw(signature)) || true };
    default:
      return honest;
  }
}

/** The gate of the forms of a build, of which a planted fault opens one side. */
function plantIn(gate: FormGate, plant: Plant): FormGate {
  switch (plant) {
    case 'refresh without edits': {
      const read: FormGate['read'] = async (built) => ({ ...(await gate.read(built)), sent: undefined });
      return { ...gate, read, replace: async (built) => gate.replace(built, (await gate.read(built)).sent) };
    }
    case 'refresh without a height': {
      const read: FormGate['read'] = async (built) => {
        const state = await gate.read(built);
        return { ...state, sent: state.sent && { ...state.sent, lastValidBlockHeight: 0n } };
      };
      return { ...gate, read };
    }
    case 'refresh as often as asked': {
      const read: FormGate['read'] = async (built) => ({ ...(await gate.read(built)), successor: undefined });
      return { ...gate, read, storeSuccessor: async (_built, answer) => answer };
    }
    case 'every form sent':
      return {
        ...gate,
        reserve: (form) =>
          gate.reserve(form).catch((error: unknown) => {
            if (!isProblemError(error) || !error.code.startsWith('OTHER_FORM')) throw error;
            return { lastValidBlockHeight: form.lastValidBlockHeight, giveBack: async () => undefined };
          }),
      };
    default:
      return gate;
  }
}

async function findLifetime(
  edited: Edited,
  ports: Parameters<typeof findEditedLifetime>[1],
  plant: Plant,
): Promise<TokenContents> {
  return plant === 'edit with the built height' ? edited.contents : await findEditedLifetime(edited, ports);
}

function assertNotAhead(token: string, now: number): void {
  const issuedAt = readServiceToken(KEYS, token).payload.readUInt32LE(1);
  if (issuedAt > now + AHEAD_SECONDS)
    throw problem('TOKEN_EXPIRED', { seconds: 120 }, { outcome: 'not_sent' });
}

/** The router submitter, of which a planted fault takes a refusal of the router for the end of the matter. */
function believing(plant: Plant, honest: RouterSubmitter): RouterSubmitter {
  if (plant !== 'refusal of the router believed') return honest;
  return async (...handed) => {
    try {
      await honest(...handed);
    } catch (error) {
      const isRefusal = isProblemError(error) && error.code === 'ROUTER_REJECTED';
      throw isRefusal ? withFate(error, handed[2].signature, 'rejected') : error;
    }
  };
}
