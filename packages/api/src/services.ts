import type { Tracer } from '@opentelemetry/api';
import type { Address } from '@solana/kit';
import { STRATEGY_KEYS, type StrategyKey } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { createLimitsReader } from './answers/limits.ts';
import { createSharedReadings } from './answers/options.ts';
import { createWalletReader } from './answers/positions.ts';
import { type Attribution, startAttribution } from './attribution/attribution.ts';
import { createUniqueBudget } from './builds/budget.ts';
import { createMakeUnique, requireStore } from './builds/finish.ts';
import { createMetrics, type Metrics } from './builds/metrics.ts';
import { watchValue } from './builds/value-limits.ts';
import type { Config } from './config/config.ts';
import { ROUTER_DIALECTS } from './config/variables.ts';
import { createPastReader } from './history/earned.ts';
import { Watch } from './history/watch.ts';
import { createUpstreamStates, type UpstreamStates } from './operator/metrics.ts';
import { describeStatus } from './operator/status.ts';
import { FigureUnavailable } from './problems/faults.ts';
import { type Clock, type Random, SYSTEM_CLOCK, SYSTEM_RANDOM } from './runtime/clock.ts';
import { createLogWriter, type LogWriter } from './runtime/log.ts';
import { createBroadcast } from './sending/broadcast.ts';
import { startKeyGate } from './sending/keys.ts';
import { createHorizon, readEnds } from './sending/landing.ts';
import { startResend } from './sending/resend.ts';
import { createFindOther } from './sending/search.ts';
import { createTransactionStatus } from './sending/status.ts';
import { type Builds, createBuilds } from './store/builds.ts';
import { createKeys } from './store/keys.ts';
import type { Store, StoreOptions } from './store/open.ts';
import { createStops, createValueLimitSettings, type Switches, watchStops } from './store/operator.ts';
import type { AnyStrategy, Strategies } from './strategies/strategy.ts';
import { createStrategies } from './strategies.ts';
import { createHttpEndpoint, type OpenEndpoint, type UpstreamPorts } from './upstreams/http.ts';
import { type BlockhashFeed, startBlockhashFeed } from './upstreams/ledger/blockhash.ts';
import { createLedgerClient, type LedgerClient } from './upstreams/ledger/client.ts';
import {
  startLookupTablesFeed,
  startPriorityFeeFeed,
  startStakeTermsFeed,
  startValidatorFeed,
} from './upstreams/ledger/feeds.ts';
import { watchPrograms } from './upstreams/ledger/programs.ts';
import { createVaultClient, createVaultRecordClient } from './upstreams/vault.ts';
import { createValidatorApyClient } from './upstreams/yields.ts';
import { type CaptureServices, startCaptures } from './yields/captures.ts';
import { type FigureSources, startLiveFigures } from './yields/figures.ts';

const STDOUT = 1;

/** The parts of the machine that the service uses: time, randomness, connections, the database's file and its log. */
export type Runtime = {
  readonly clock: Clock;
  readonly random: Random;
  readonly openEndpoint: OpenEndpoint;
  readonly store: Pick<StoreOptions, 'now' | 'openFile' | 'limits'>;
  /** Opens where log lines go; tells how many were lost. */
  readonly openLogWriter: (onLost: (lines: number) => void) => LogWriter;
};

/** Parts of a runtime; of the clock also single functions. */
export type RuntimeParts = Partial<Omit<Runtime, 'clock'>> & { readonly clock?: Partial<Clock> };

/** Completes a runtime with what the machine has. */
export function createRuntime({ clock: parts, ...rest }: RuntimeParts = {}): Runtime {
  const clock = { ...SYSTEM_CLOCK, ...parts };
  return {
    clock,
    random: SYSTEM_RANDOM,
    openEndpoint: (upstream, url) => createHttpEndpoint(upstream, url, clock),
    store: {},
    openLogWriter: (onLost) => createLogWriter(STDOUT, clock, onLost),
    ...rest,
  };
}

/** Everything with a lifetime or a connection, made once per process. Rooms know only the ports they export. */
export type Services = ReturnType<typeof startServices>;

export type ServiceParts = {
  readonly config: Config;
  readonly log: Logger;
  readonly runtime: Runtime;
  /** Open; closing the services closes it. */
  readonly store: Store;
  readonly metrics?: Metrics | undefined;
  readonly upstreamStates?: UpstreamStates | undefined;
  /** Records requests. */
  readonly tracer?: Tracer | undefined;
};

/** Opens connections to the upstreams and starts the work in the background. */
export function startServices(parts: ServiceParts) {
  const { config, log, runtime, store, metrics = createMetrics(), tracer } = parts;
  const { clock, random } = runtime;
  const { upstreamStates = createUpstreamStates(clock) } = parts;
  const startedAt = clock.now();
  const base = { config, log, clock, random, store, metrics, tokenKeys: config.serviceTokenKeys };
  const switches = watchStops({ stops: createStops(store), clock, log });
  const builds = createBuilds(store);
  const settings = createValueLimitSettings(store);
  const { deployment, partnerKeySecrets: secrets, valueLimits: defaults } = config;
  const valueGate = watchValue({ ...base, settings, builds, defaults });
  const clients = openUpstreams(base, { ...runtime, watch: upstreamStates.watch(metrics) }, switches);
  const { ledger, router } = clients;
  const programs = watchPrograms({ deployment, ledger, clock, log });
  const strategies = createStrategies(deployment);
  const feeds = startFeeds(base, clients, strategies);
  const read = { ...base, ...clients, usdcWindow: config.usdcWindow };
  const { captures, figures } = startYields(strategies, read);
  const idempotency = startKeyGate({ keys: createKeys(store), log, clock });
  const attribution = startAttribution({
    ...{ ...base, builds, ledger, secrets },
    readEnds: (signatures) => readEnds(signatures, { ...base, ...feeds, ledger }),
    onResolved: (outcome, age) => metrics.claims.observe({ outcome }, age / 1_000),
  });
  const sending = joinSending({ ...base, ...feeds, ledger, router, builds, valueGate, attribution });
  const resending = startResend({ ...sending, onResend: () => metrics.resends.inc() });
  const background = [programs, switches, valueGate, idempotency, captures, figures, attribution, resending];
  const status = { ...base, ...feeds, ledger, upstreamStates, switches, figures, strategies, startedAt };
  return {
    ...read,
    captures,
    tracer,
    readStatus: () => describeStatus(status),
    switches,
    valueGate,
    ...feeds,
    programs,
    ...createSharedReadings(clock),
    readLimits: createLimitsReader(clock),
    wallets: createWalletReader(clock),
    readPast: createPastReader(clock),
    watch: new Watch({ ledger, clock }),
    strategies,
    uniqueBudget: createUniqueBudget(random),
    makeUnique: createMakeUnique({ ...feeds, clock }),
    requireStore: () => requireStore(builds),
    builds,
    horizon: sending.horizon,
    onSettled: sending.onSettled,
    broadcast: createBroadcast(sending),
    transactionStatus: createTransactionStatus(sending),
    figures,
    idempotency,
    attribution,
    /** Stops feeds and connections. What was sent is followed by other replicas, or by this one when it starts again. */
    async close(): Promise<void> {
      const stopped = [...Object.values(feeds), ...background].map((each) => each.close());
      // Meanwhile, so that a call that hangs holds up nothing that waits for it.
      await Promise.all(Object.values(clients).map((client) => client.close()));
      await Promise.all(stopped);
      await store.close();
    },
  };
}

/** Adds what broadcasts, resends and status share to what they stand on. */
function joinSending<
  Parts extends {
    readonly config: Config;
    readonly log: Logger;
    readonly builds: Builds;
    readonly attribution: Attribution;
    readonly ledger: LedgerClient;
    readonly blockhash: BlockhashFeed;
    readonly clock: Clock;
  },
>(parts: Parts) {
  const horizon = createHorizon(parts.builds, parts.blockhash);
  // The quiet after a start counts from the first blockhash, not from the first look for it.
  parts.blockhash.get().then(
    () => horizon.mayBeLost(0n),
    () => undefined,
  );
  const landing = { ...parts.config, ...parts, horizon, onSettled: parts.attribution.noteCredits };
  return { ...landing, findOther: createFindOther(landing) };
}

function openUpstreams(
  { config, log }: { readonly config: Config; readonly log: Logger },
  ports: UpstreamPorts,
  switches: Switches,
) {
  const { ledgerRpcUrls, ledgerSendUrls = [], vaultApiUrl, validatorApyUrl } = config;
  const settings = {
    url: config.routerUrl,
    apiKey: config.routerApiKey,
    assertRunning: () => switches.assertRunning('router'),
  };
  const { router, lst, close } = ROUTER_DIALECTS[config.routerDialect](settings, ports, log);
  const { genesisHash } = config.deployment;
  const expected = genesisHash && {
    genesisHash,
    onForeign: (node: string, shown: string) =>
      log.error({ node, genesisHash: shown }, 'RPC endpoint of another ledger: it is not asked'),
  };
  return {
    ledger: createLedgerClient(ledgerRpcUrls, ledgerSendUrls, ports, expected || undefined),
    router: { ...router, close },
    vaultProvider: createVaultClient(vaultApiUrl, ports, () => switches.assertRunning('vault-provider')),
    lst,
    validatorApy: createValidatorApyClient(validatorApyUrl, ports),
    vaultRecords: createVaultRecordClient(vaultApiUrl, ports),
  };
}

function startFeeds(
  { config, log, clock }: { readonly config: Config; readonly log: Logger; readonly clock: Clock },
  { ledger }: ReturnType<typeof openUpstreams>,
  strategies: Strategies,
) {
  const warn = (feed: string) => (fault: unknown) =>
    log.warn({ feed, fault: String(fault) }, 'feed not refreshed');
  const { leveraged, usdcStrategies } = config.deployment;
  const all: readonly AnyStrategy[] = Object.values(strategies);
  const contended = Object.fromEntries(
    all.map(({ key, actions }) => [key, actions?.findContended?.(config.deployment)]),
  );
  const followTables = (of: { readonly lookupTables?: readonly Address[] } | undefined) =>
    startLookupTablesFeed(ledger, clock, of?.lookupTables ?? [], warn('lookup tables'));
  const blockhash = startBlockhashFeed(ledger, clock, (node, fault) =>
    log.warn({ feed: 'blockhash', node: node.name, fault: String(fault) }, 'feed not refreshed'),
  );
  return {
    blockhash,
    validator: startValidatorFeed(ledger, clock, config.deployment.voteAccount, warn('validator')),
    stakeTerms: startStakeTermsFeed(ledger, clock, blockhash, warn('stake terms')),
    priorityFee: startPriorityFeeFeed(ledger, clock, contended, config.priorityFee, warn('priority fee')),
    lookupTables: followTables(leveraged),
    usdcLookupTables: followTables(usdcStrategies),
  };
}

/** Starts the captures of the strategies' figures and the feeds of current figures. */
function startYields(strategies: Strategies, services: CaptureServices) {
  const createSources = ({ actions }: AnyStrategy): FigureSources => actions ?? {};
  const entries = STRATEGY_KEYS.map((key) => [key, createSources(strategies[key])]);
  const sources = Object.fromEntries(entries) as Record<StrategyKey, FigureSources>;
  const captures = startCaptures(sources, services);
  const figures = startLiveFigures(sources, { ...services, captures }, (figure, fault) => {
    // A source that knows nothing yet is no fault: the leveraged yield needs two epochs.
    if (fault instanceof FigureUnavailable)
      services.log.info({ feed: figure, fault: fault.message }, 'no figure');
    else services.log.warn({ feed: figure, fault: String(fault) }, 'feed not refreshed');
  });
  return { captures, figures };
}
