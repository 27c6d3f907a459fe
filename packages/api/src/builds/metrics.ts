import { Counter, Gauge, Histogram, Registry } from 'prom-client';

const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const QUERY_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 1, 2.5];
const CLAIM_SECONDS = [5, 10, 30, 60, 120, 300, 900, 3_600, 14_400, 86_400];

/** The service's counters. Labels are of fixed sets: nothing that a caller writes becomes one. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the counters of one process; its gauges are set when they are printed. */
export function createMetrics() {
  const registry = new Registry();
  const { counter, gauge, histogram } = createInstruments(registry);
  return {
    registry,
    /** By the pattern of the path, or `none`. */
    answers: histogram(
      'staking_http_answer_seconds',
      'Answers by route and status.',
      ['route', 'status'],
      ANSWER_SECONDS,
    ),
    problems: counter('staking_problems_total', 'Refusals by slug and code.', ['slug', 'code']),
    replays: counter('staking_idempotency_replays_total', 'Answers given again.', ['route']),
    builds: counter('staking_builds_total', 'Transactions built.', ['operation', 'strategy']),
    broadcasts: counter('staking_broadcasts_total', 'Broadcasts by what became of them.', [
      'route',
      'outcome',
    ]),
    resends: counter('staking_resends_total', 'Times a pending transaction was sent again.'),
    /** By the rule that a transaction of a provider breaks, or `nodes` where they disagree on it. */
    refusals: counter(
      'staking_refused_transactions_total',
      'Transactions of router and vault provider that were withheld, by every rule they break.',
      ['provider', 'rule'],
    ),
    claims: histogram(
      'staking_attribution_claim_settled_seconds',
      'Attribution claims by outcome; seconds from build to settlement.',
      ['outcome'],
      CLAIM_SECONDS,
    ),
    queries: histogram(
      'staking_store_query_seconds',
      'Statements of the store by outcome.',
      ['outcome'],
      QUERY_SECONDS,
    ),
    logLinesLost: counter('staking_log_lines_lost_total', 'Log lines that were dropped.'),
    calls: histogram(
      'staking_upstream_call_seconds',
      'Calls to upstreams by outcome.',
      ['upstream', 'operation', 'outcome'],
      CALL_SECONDS,
    ),
    breakers: gauge(
      'staking_upstream_breaker_open',
      'Whether calls to an upstream are refused at present: 1 or 0.',
      ['guard'],
    ),
  };
}

export function createInstruments(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),
    gauge: <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
      new Gauge({ name, help, labelNames, registers }),
    histogram: <Label extends string>(
      name: string,
      help: string,
      labelNames: readonly Label[],
      buckets: number[],
    ) => new Histogram({ name, help, labelNames, buckets, registers }),
  };
}
