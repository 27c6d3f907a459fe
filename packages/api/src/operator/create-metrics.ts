import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../builds/metrics.ts';
import { STOP_TARGETS } from '../store/operator.ts';
import type { UpstreamWatch } from '../upstreams/watch.ts';
import { createValueGauges } from './value-gauges.ts';

const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const QUERY_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 2.5];
const CLAIM_SECONDS = [5, 10, 30, 60, 120, 300, 900, 3_600, 14_400, 86_400];

/** Makes the counters of one process, with those of Node.js itself: memory, CPU, event loop delay, collections. */
export function createMetrics(): Metrics & { readonly registry: Registry } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = createInstruments(registry);
  return {
    registry,
    ...countRequests(instruments),
    ...countTransactions(instruments),
    ...showOperation(instruments),
    onValue: createValueGauges(registry),
    upstreams: watchUpstreams(instruments),
  };
}

type Instruments = ReturnType<typeof createInstruments>;

function createInstruments(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
      new Gauge({ name, help, labelNames, registers }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      labelNames: readonly Label[],
      buckets: number[],
    ) => new Histogram({ name, help, labelNames, buckets, registers }),
  };
}

function countRequests({ counter, histogram }: Instruments) {
  const answers = histogram(
    'staking_http_answer_seconds',
    'Answers by route and status.',
    ['route', 'status'],
    ANSWER_SECONDS,
  );
  const problems = counter('staking_problems_total', 'Refusals by slug and code.', ['slug', 'code']);
  const replays = counter('staking_idempotency_replays_total', 'Answers given again.', ['route']);
  return {
    onAnswer: (route, status, seconds) => answers.observe({ route, status }, seconds),
    onProblem: (slug, code) => problems.inc({ slug, code }),
    onReplay: (route) => replays.inc({ route }),
  } satisfies Partial<Metrics>;
}

function countTransactions({ counter, histogram }: Instruments) {
  const builds = counter('staking_builds_total', 'Transactions built.', ['operation', 'strategy']);
  const broadcasts = counter('staking_broadcasts_total', 'Broadcasts by what became of them.', [
    'route',
    'outcome',
  ]);
  const resends = counter('staking_resends_total', 'Times a pending transaction was sent again.', []);
  const refusals = counter(
    'staking_refused_transactions_total',
    'Transactions of router and vault provider that were withheld, by every rule they break.',
    ['provider', 'rule'],
  );
  const claims = histogram(
    'staking_attribution_claim_settled_seconds',
    'Attribution claims by outcome; seconds from build to settlement.',
    ['outcome'],
    CLAIM_SECONDS,
  );
  return {
    onBuild: (operation, strategy) => builds.inc({ operation, strategy }),
    onBroadcast: (route, outcome) => broadcasts.inc({ route, outcome }),
    onResend: () => resends.inc(),
    onRefusal: (provider, rule) => refusals.inc({ provider, rule }),
    onClaimResolved: (outcome, seconds) => claims.observe({ outcome }, seconds),
  } satisfies Partial<Metrics>;
}

function showOperation({ counter, gauge, histogram }: Instruments) {
  const queries = histogram(
    'staking_store_query_seconds',
    'Statements of the store by outcome.',
    ['outcome'],
    QUERY_SECONDS,
  );
  const stops = gauge('staking_stopped', 'Whether the operator has stopped it: 1 or 0.', ['target']);
  const onStops = (stopped: ReadonlySet<string>) => {
    for (const target of STOP_TARGETS) stops.set({ target }, stopped.has(target) ? 1 : 0);
  };
  onStops(new Set());
  const programs = gauge(
    'staking_program_changed',
    'Whether a program is another one than the deployment was made for: 1 or 0.',
    ['program'],
  );
  const lost = counter('staking_log_lines_lost_total', 'Log lines that nobody took.', []);
  return {
    onQuery: (outcome, seconds) => queries.observe({ outcome }, seconds),
    onStops,
    onProgram: (program, isChanged) => programs.set({ program }, isChanged ? 1 : 0),
    onLogLost: (lines) => lost.inc(lines),
  } satisfies Partial<Metrics>;
}

function watchUpstreams({ gauge, histogram }: Instruments): UpstreamWatch {
  const calls = histogram(
    'staking_upstream_call_seconds',
    'Calls to upstreams by outcome.',
    ['upstream', 'operation', 'outcome'],
    CALL_SECONDS,
  );
  const breakers = gauge(
    'staking_upstream_breaker_open',
    'Whether calls to an upstream are refused at present: 1 or 0.',
    ['guard'],
  );
  return {
    onCall: (upstream, operation, outcome, seconds) =>
      calls.observe({ upstream, operation, outcome }, seconds),
    onBreaker: (guard, isOpen) => breakers.set({ guard }, isOpen ? 1 : 0),
  };
}
