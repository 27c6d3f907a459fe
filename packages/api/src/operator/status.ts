import {
  API_VERSION,
  SERVICE_NAME,
  STRATEGY_KEYS,
  type StatusAnswer,
  type StrategyKey,
} from '@staking-agent/wire';
import fastify from 'fastify';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { type Clock, within } from '../runtime/clock.ts';
import type { Feed } from '../runtime/feed.ts';
import { readSchema } from '../store/open.ts';
import type { Switches } from '../store/operator.ts';
import { getStrategyStatus, type StrategyRegistry } from '../strategies/prepare.ts';
import type { BlockhashFeed } from '../upstreams/ledger/blockhash.ts';
import type { LedgerClient } from '../upstreams/ledger/client.ts';
import type { StakeTerms } from '../upstreams/ledger/feeds.ts';
import type { LiveFigures } from '../yields/figures.ts';
import { type AdminServices, createSampler, type UpstreamState, type UpstreamStates } from './metrics.ts';

/** The services that the status is read from; all of it is in memory, and reading wakes nothing. */
export type StatusPorts = StrategyRegistry & {
  readonly config: { readonly commit: string };
  readonly clock: Clock;
  readonly upstreamStates: UpstreamStates;
  readonly switches: Switches;
  readonly figures: LiveFigures;
  readonly blockhash: BlockhashFeed;
  readonly stakeTerms: Feed<StakeTerms>;
  readonly ledger: LedgerClient;
  /** When the process began, milliseconds since the epoch. */
  readonly startedAt: number;
};

/** Describes the status of the service, as this process has observed it. */
export function describeStatus(services: StatusPorts): StatusAnswer {
  const { config, clock, upstreamStates, switches } = services;
  const upstreams = upstreamStates.list();
  const stops = switches.list();
  const feeds = describeFeeds(services);
  const strategies = STRATEGY_KEYS.map((key) => describeStrategy(key, upstreams, services));
  const isWhole =
    stops.length === 0 &&
    upstreams.every(({ state }) => state !== 'failing') &&
    feeds.every(({ isFresh }) => isFresh);
  const canBuild = feeds.find(({ name }) => name === 'blockhash')?.isFresh ?? false;
  return {
    state: canBuild ? (isWhole ? 'ok' : 'impaired') : 'down',
    service: SERVICE_NAME,
    version: API_VERSION,
    commit: config.commit,
    time: printTime(clock.now()),
    upstreams: upstreams.map(({ name, state, since, lastSuccess }) => ({
      name,
      state,
      since: printTimeOrNull(since),
      lastSuccess: printTimeOrNull(lastSuccess),
    })),
    strategies,
    feeds,
    senders: services.ledger.endpoints.map(({ name, isForeign, isSetAside }) => ({
      name: name.replace('rpc', 'node ').replace('send', 'sender '),
      isSetAside: isForeign || isSetAside,
    })),
    stops: stops.map(({ target, since }) => ({ target, since: printTime(since) })),
  };
}

type StrategyState = StatusAnswer['strategies'][number];

function describeStrategy(
  key: StrategyKey,
  upstreams: readonly UpstreamState[],
  services: StatusPorts,
): StrategyState {
  const { figures, strategies, switches, startedAt } = services;
  const stops = switches.list();
  const ages = figures.ages(key);
  const figureAges = { apy: toSeconds(ages.apy), exchangeRate: toSeconds(ages.exchangeRate) };
  const say = (state: StrategyState['state'], since: number, lacks: string[] = []): StrategyState => ({
    key,
    state,
    since: printTime(since),
    lacks,
    figureAges,
  });
  const stop = stops.find(({ target }) => target === key);
  if (stop !== undefined) return say('stopped', stop.since);
  if (getStrategyStatus(strategies[key], services) !== 'live') return say('coming_soon', startedAt);
  const lacking = strategies[key].needs.flatMap((name) => {
    const stopped = stops.find(({ target }) => target === name)?.since;
    const failing = upstreams.find((each) => each.name === name && each.state === 'failing')?.since;
    const since = stopped ?? failing;
    return since === undefined ? [] : [{ name, since }];
  });
  if (lacking.length === 0) return say('live', startedAt);
  const since = Math.min(...lacking.map((each) => each.since));
  return say(
    'impaired',
    since,
    lacking.map(({ name }) => name),
  );
}

function describeFeeds({ blockhash, stakeTerms }: StatusPorts): StatusAnswer['feeds'] {
  return [
    { name: 'blockhash', ageSeconds: toSeconds(blockhash.age()), isFresh: blockhash.isFresh() },
    { name: 'stake terms', ageSeconds: toSeconds(stakeTerms.look()?.age), isFresh: stakeTerms.isFresh() },
  ];
}

/** One decimal place: more would be news with every look. */
function toSeconds(milliseconds: number | undefined): number | null {
  return milliseconds === undefined ? null : Math.round(milliseconds / 100) / 10;
}

function printTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

function printTimeOrNull(milliseconds: number | undefined): string | null {
  return milliseconds === undefined ? null : printTime(milliseconds);
}

const STORE_MILLISECONDS = 1_500;

/** Asks the store and the feeds; the result is the answer of `/ready`. */
async function checkReadiness({ store, blockhash, ledger, clock }: AdminServices, isStopping: boolean) {
  const answered = readSchema(store).then(
    () => true,
    () => false,
  );
  const isStoreUp = await within(clock, STORE_MILLISECONDS, answered, () => false);
  const checks = {
    /** The store answers, its tables are there and may be read. */
    store: isStoreUp ? 'ok' : 'unavailable',
    /** RPC nodes show new blockhashes: transactions can be built. */
    blockhash: blockhash.isFresh() ? 'ok' : 'stale',
    process: isStopping ? 'stopping' : 'ok',
  } as const;
  /** RPC endpoints that have shown to be of another ledger, by their places in the configuration; they are not asked. */
  const foreignNodes = ledger.endpoints.filter(({ isForeign }) => isForeign).map(({ name }) => name);
  return { ready: Object.values(checks).every((check) => check === 'ok'), checks, foreignNodes };
}

/** Readiness and metrics, on a port of their own: nothing of them is on the public one. */
export type AdminServer = Awaited<ReturnType<typeof startAdminServer>>;

const REQUEST_MILLISECONDS = 5_000;

/**
 * Serves `GET /ready` (200, or 503 with what is lacking) and `GET /metrics` (Prometheus text).
 *
 * @param address.port - 0 is any free one.
 * @throws {Error} when it is taken.
 */
export async function startAdminServer(
  address: { host: string; port: number },
  services: AdminServices,
  registry: Registry,
) {
  // Those of Node.js itself: memory, CPU, event loop delay, collections.
  collectDefaultMetrics({ register: registry });
  const sample = createSampler(registry, services);
  let isStopping = false;
  const app = fastify({
    requestTimeout: REQUEST_MILLISECONDS,
    http: { headersTimeout: REQUEST_MILLISECONDS },
    forceCloseConnections: true,
  });
  app.addHook('onRequest', async (_request, reply) => void reply.header('Cache-Control', 'no-store'));
  app.get('/ready', async (_request, reply) => {
    const readiness = await checkReadiness(services, isStopping);
    return reply.code(readiness.ready ? 200 : 503).send(readiness);
  });
  app.get('/metrics', async (_request, reply) => {
    await sample();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  app.setNotFoundHandler(({ url }, reply) => {
    const [path = ''] = url.split('?');
    if (!app.hasRoute({ method: 'GET', url: path }))
      return reply.code(404).send('There are: /ready, /metrics\n');
    return reply.code(405).header('Allow', 'GET, HEAD').send('GET only\n');
  });
  app.setErrorHandler((error, _request, reply) => {
    services.log.error({ fault: String(error) }, 'admin port failed');
    return reply.code(500).send('failed\n');
  });
  return {
    /** `http://127.0.0.1:9464` */
    url: await app.listen(address),
    /** From now on the service is not ready. */
    markStopping(): void {
      isStopping = true;
    },
    close: () => app.close(),
  };
}
