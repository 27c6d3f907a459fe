import { BASE_PATH, HEADERS, OPERATIONS, type Operation } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import type { Clock } from '../runtime/clock.ts';
import {
  type Budget,
  type CallerBudgets,
  createCallerBudgets,
  type Quotas,
  type Taken,
  WINDOW_SECONDS,
} from './caller-budgets.ts';
import type { Exchange } from './exchange.ts';

/** How many times the budgets of an address a partner has. */
const PARTNER_FACTOR = 10;

/** What the limits of callers stand on. */
export type LimitPorts = {
  /** Undefined without limits. */
  readonly quotas: Quotas | undefined;
  readonly clock: Clock;
};

/** Looks at a request first of all. @throws {ProblemError} `rate_limited` for one over its caller's budget. */
export type Admit = (exchange: Exchange) => void;

/**
 * Makes what refuses a request that is over its caller's budgets, before anything of it is read.
 *
 * Every answer says what is left, in the fields of draft-ietf-httpapi-ratelimit-headers-11. Preflights and `/health` are
 * free: they read nothing, and monitoring must always get an answer.
 */
export function limitCallers({ quotas, clock }: LimitPorts): Admit {
  if (quotas === undefined) return () => undefined;
  const budgets = createCallerBudgets(quotas, clock);
  return (exchange) => charge(exchange, budgets, exchange.isPartners ? PARTNER_FACTOR : 1);
}

function charge(exchange: Exchange, budgets: CallerBudgets, factor: number): void {
  const budget = BUDGET_OF.get(exchange.pattern) ?? 'reads';
  if (budget === 'free' || exchange.method === 'OPTIONS') return;
  const { caller } = exchange;
  const isKeyed = budget !== 'reads' && exchange.headers['idempotency-key'] !== undefined;
  const taken = budgets.take(caller, budget, factor);
  const keyed = isKeyed && taken.waitSeconds === 0 ? budgets.take(caller, 'keyed', factor) : undefined;
  say(exchange, taken, keyed);
  const over = keyed !== undefined && keyed.waitSeconds > 0 ? keyed : taken;
  if (over.waitSeconds === 0) return;
  throw problem(
    'RATE_LIMITED',
    { budget: over.budget, quota: over.quota, seconds: over.waitSeconds },
    { retryAfter: over.waitSeconds },
  );
}

// In lower case already, which would be made of them with every answer.
const POLICY = HEADERS.rateLimitPolicy.toLowerCase();
const LEFT = HEADERS.rateLimit.toLowerCase();

function say(exchange: Exchange, taken: Taken, keyed: Taken | undefined): void {
  const policy = getPolicy(taken);
  const left = formatRemaining(taken);
  exchange.setHeader(POLICY, keyed === undefined ? policy : `${policy}, ${getPolicy(keyed)}`);
  exchange.setHeader(LEFT, keyed === undefined ? left : `${left}, ${formatRemaining(keyed)}`);
}

/** By quota, of each budget: those of addresses and of partners. */
const policies: Readonly<Record<Budget, Map<number, string>>> = {
  reads: new Map(),
  builds: new Map(),
  keyed: new Map(),
  broadcasts: new Map(),
};

function getPolicy({ budget, quota }: Taken): string {
  const known = policies[budget].get(quota);
  if (known !== undefined) return known;
  const policy = `"${budget}";q=${quota};w=${WINDOW_SECONDS}`;
  policies[budget].set(quota, policy);
  return policy;
}

function formatRemaining({ budget, remaining, resetSeconds }: Taken): string {
  return `"${budget}";r=${remaining};t=${resetSeconds}`;
}

const BUDGET_OF: ReadonlyMap<string | undefined, Budget | 'free'> = new Map(
  Object.values<Operation>(OPERATIONS).map((operation) => [
    `${BASE_PATH}${operation.path.replace(/\{(\w+)\}/g, ':$1')}`,
    getBudget(operation),
  ]),
);

function getBudget({ id, method }: Operation): Budget | 'free' {
  if (id === OPERATIONS.health.id) return 'free';
  if (method === 'GET') return 'reads';
  return id === OPERATIONS.broadcast.id ? 'broadcasts' : 'builds';
}
