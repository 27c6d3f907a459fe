import { HEADERS, OPERATIONS, type Operation } from '@staking-agent/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../problems/problem.ts';
import { type Clock, inNextTurn } from '../runtime/clock.ts';
import { FairQueue } from '../runtime/turns.ts';

/** Which proxies may say whom they speak for: none, those of addresses and networks, or by place, the nearest is 0. */
export type TrustProxy = false | string[] | ((address: string, place: number) => boolean);

/** Makes what names the caller of every request: a partner, or the address that it comes from. */
export function createCallerReader(
  findPartner: (key: string) => string | undefined,
): (request: FastifyRequest) => void {
  return (request) => {
    const key = request.headers['x-partner-key'];
    const partner = typeof key === 'string' ? findPartner(key) : undefined;
    request.isPartners = partner !== undefined;
    request.caller = partner === undefined ? nameCaller(request.ip ?? '') : `partner ${partner}`;
  };
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** As some proxies write an address: with the port of the connection, which is another one each time. */
const WITH_PORT = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/;
const GROUPS = 8;
/** Groups of an IPv6 address that name a network; one caller can use all addresses of a network. */
const NETWORK_GROUPS = 4;

/**
 * Names the caller behind an address: an IPv4 address by itself, an IPv6 address by its network of 64 bits.
 *
 * @param said - as the socket or a trusted proxy gives it, also with a port.
 */
export function nameCaller(said: string): string {
  if (!said.includes(':')) return said;
  const [, v6, v4] = WITH_PORT.exec(said) ?? [];
  if (v4 !== undefined) return v4;
  const address = v6 ?? said;
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.toLowerCase().split('%', 1)[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = new Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/** The budgets of a caller. */
export const BUDGETS = ['reads', 'builds', 'keyed', 'broadcasts'] as const;

/** One budget of a caller. */
export type Budget = (typeof BUDGETS)[number];

/** Requests a minute for each budget; all of them may come at once. */
export type Quotas = Readonly<Record<Budget, number>>;

/** The seconds that a quota is for. */
const WINDOW_SECONDS = 60;

/** The state of a budget after one request. */
type Taken = ReturnType<ReturnType<typeof createCallerBudgets>>;

const MICROSECONDS = 1_000_000;
const MICROSECONDS_A_MILLISECOND = 1_000;
/** Callers that are remembered; beyond them those are forgotten first that have been quiet. */
const REMEMBERED = 50_000;

/** For each budget, when it will be full again, by the clock, in whole microseconds: fractions would round a request away. */
type State = number[];

/**
 * Keeps the budgets of callers as token buckets, each as the one moment at which it is full again (the generic cell rate
 * algorithm of ATM: https://www.itu.int/rec/T-REC-I.371).
 *
 * A caller without requests for a whole window has full budgets and needs no entry. So two generations of callers are kept;
 * the older one is dropped at the end of each window, or when the newer one is full.
 *
 * @returns takes one request out of a caller's budget, if there is room; the caller has `factor` times the usual quota.
 */
export function createCallerBudgets(quotas: Quotas, { elapsed }: Clock) {
  const window = WINDOW_SECONDS * MICROSECONDS;
  const readClock = () => Math.round(elapsed() * MICROSECONDS_A_MILLISECOND);
  let recent = new Map<string, State>();
  let older = new Map<string, State>();
  let began = readClock();

  const getState = (caller: string, now: number): State => {
    if (now - began >= window || recent.size >= REMEMBERED) {
      older = now - began >= 2 * window ? new Map() : recent;
      recent = new Map();
      began = now;
    }
    const known = recent.get(caller);
    if (known !== undefined) return known;
    const state = older.get(caller) ?? [0, 0, 0, 0];
    recent.set(caller, state);
    return state;
  };
  return (caller: string, budget: Budget, factor: number) => {
    const now = readClock();
    const state = getState(caller, now);
    const place = BUDGETS.indexOf(budget);
    const quota = quotas[budget] * factor;
    const each = Math.floor(window / quota);
    const full = Math.max(state[place] ?? 0, now);
    const hasRoom = full + each - now <= window;
    const next = hasRoom ? full + each : full;
    state[place] = next;
    const spent = next - now;
    return {
      budget,
      quota,
      /** Requests that are left now. */
      remaining: Math.floor((window - spent) / each),
      /** Seconds until the whole quota is there again, rounded up. */
      resetSeconds: Math.ceil(spent / MICROSECONDS),
      /** Seconds until a request has room, rounded up; 0 when this one had. */
      waitSeconds: hasRoom ? 0 : Math.max(1, Math.ceil((spent + each - window) / MICROSECONDS)),
    };
  };
}

/** How many times the budgets of an address a partner has. */
const PARTNER_FACTOR = 10;

/**
 * Makes what refuses a request that is over its caller's budgets, before anything of it is read.
 *
 * Every answer says what is left, in the fields of draft-ietf-httpapi-ratelimit-headers-11. Preflights and `/health` are
 * free: they read nothing, and monitoring must always get an answer.
 *
 * @param quotas - undefined without limits.
 * @returns throws {ProblemError} `rate_limited` for a request over its caller's budget.
 */
export function limitCallers(
  quotas: Quotas | undefined,
  clock: Clock,
): (request: FastifyRequest, reply: FastifyReply) => void {
  if (quotas === undefined) return () => undefined;
  const take = createCallerBudgets(quotas, clock);
  return ({ endpoint, method, caller, isPartners, headers }, reply) => {
    const budget = getBudget(endpoint?.operation);
    if (budget === 'free' || method === 'OPTIONS') return;
    const factor = isPartners ? PARTNER_FACTOR : 1;
    const taken = [take(caller, budget, factor)];
    const isKeyed = budget !== 'reads' && headers['idempotency-key'] !== undefined;
    if (isKeyed && taken[0]?.waitSeconds === 0) taken.push(take(caller, 'keyed', factor));
    reply.header(HEADERS.rateLimitPolicy, taken.map(getPolicy).join(', '));
    reply.header(HEADERS.rateLimit, taken.map(formatRemaining).join(', '));
    const over = taken.find(({ waitSeconds }) => waitSeconds > 0);
    if (over === undefined) return;
    throw problem(
      'RATE_LIMITED',
      { budget: over.budget, quota: over.quota, seconds: over.waitSeconds },
      { retryAfter: over.waitSeconds },
    );
  };
}

function getPolicy({ budget, quota }: Taken): string {
  return `"${budget}";q=${quota};w=${WINDOW_SECONDS}`;
}

function formatRemaining({ budget, remaining, resetSeconds }: Taken): string {
  return `"${budget}";r=${remaining};t=${resetSeconds}`;
}

function getBudget(operation: Operation | undefined): Budget | 'free' {
  if (operation === undefined) return 'reads';
  const { id, method } = operation;
  if (id === OPERATIONS.health.id) return 'free';
  if (method === 'GET') return 'reads';
  return id === OPERATIONS.broadcast.id ? 'broadcasts' : 'builds';
}

/** Requests of one caller that begin before the service looks at what else has arrived. */
export const AT_ONCE = 8;
/** Requests of all who had to wait that begin then. */
const OF_WAITING = 64;

/**
 * Creates the turns of one process, so that a caller who sends many requests at once delays only its own. A turn is one
 * round of Node's event loop, which handles everything that has arrived before it reads more.
 *
 * The number of connections bounds the queue: each has one request in progress.
 *
 * @param nextTurn - makes a call in the next turn; that of the event loop unless given.
 * @returns begins a request: at once for a caller of few, else after those that others sent meanwhile.
 */
export function createCallerTurns(
  nextTurn: (call: () => void) => void = inNextTurn,
): (caller: string, begin: () => void) => void {
  /** How many requests of each caller have begun in this turn. */
  const begun = new Map<string, number>();
  const waiting = new FairQueue<() => void>();
  let isScheduled = false;

  const hasRoom = (caller: string) => (begun.get(caller) ?? 0) < AT_ONCE;
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    nextTurn(giveTurns);
  };
  const giveTurns = () => {
    isScheduled = false;
    begun.clear();
    for (let left = OF_WAITING; left > 0; left -= 1) waiting.take(hasRoom)?.();
    // Also if none waits: requests that began in this turn do not count in a later one.
    if (begun.size > 0) schedule();
  };
  return (caller, begin) => {
    schedule();
    const start = () => {
      begun.set(caller, (begun.get(caller) ?? 0) + 1);
      begin();
    };
    if (waiting.has(caller) || !hasRoom(caller)) waiting.add(caller, start);
    else start();
  };
}
