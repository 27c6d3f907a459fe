import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HEADERS, OPERATIONS, type Operation } from '@staking-agent/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../problems/problem.ts';
import { createPlaces } from '../runtime/callers.ts';
import { type Clock, inNextTurn, within } from '../runtime/clock.ts';
import { startLoop } from '../runtime/loop.ts';
import { answerRaw, answerRawFault, refuseTunnel } from './problems.ts';
import { REQUEST_LIMITS } from './requests.ts';

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

export const BUDGETS = ['reads', 'builds', 'keyed', 'broadcasts'] as const;

export type Budget = (typeof BUDGETS)[number];

/** Requests a minute for each budget; all of them may come at once. */
export type Quotas = Readonly<Record<Budget, number>>;

const WINDOW_SECONDS = 60;

/** The state of a budget after one request. */
type Taken = ReturnType<ReturnType<typeof createCallerBudgets>>;

const MICROSECONDS = 1_000_000;
const MICROSECONDS_A_MILLISECOND = 1_000;
const REMEMBERED = 100_000;

/** For each budget, when it will be full again, by the clock, in whole microseconds: fractions would round a request away. */
type State = number[];

/**
 * Keeps the budgets of callers as token buckets, each as the one moment at which it is full again (the generic cell rate
 * algorithm of ATM: https://www.itu.int/rec/T-REC-I.371).
 *
 * A caller without requests for a whole window has full budgets: those that were quiet for longest may be forgotten.
 *
 * @returns takes one request out of a caller's budget, if there is room; the caller has `factor` times the usual quota.
 */
export function createCallerBudgets(quotas: Quotas, { elapsed }: Clock) {
  const window = WINDOW_SECONDS * MICROSECONDS;
  const readClock = () => Math.round(elapsed() * MICROSECONDS_A_MILLISECOND);
  const states = new Map<string, State>();
  return (caller: string, budget: Budget, factor: number) => {
    const now = readClock();
    const state = states.get(caller) ?? [0, 0, 0, 0];
    states.delete(caller);
    states.set(caller, state);
    // In the order of insertion: the first one was quiet for longest.
    const [quiet] = states.keys();
    if (states.size > REMEMBERED && quiet !== undefined) states.delete(quiet);
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

/** A connection with its state in fields of its own: nothing is faster. */
type Line = Socket & {
  /** The answer to the newest request. */
  last?: ServerResponse;
  /** Requests that wait for the answer to an earlier one. */
  queued?: number;
  isGivenUp?: boolean;
};

const { connections, connectionsOfOne, requestsOfOne, pipelined } = REQUEST_LIMITS;

/** Rounds of the event loop in which a request whose time is over may turn out to be here. The first one reads it. */
const LATE_TURNS = 20;

/**
 * Makes the server that listens: within a budget of connections, and of requests that a connection sends
 * ahead of their answers.
 *
 * @param options.isBehindProxy - whether connections are those of a proxy, which has many callers.
 */
export function createHttpServer(
  handler: RequestListener,
  options: { readonly isBehindProxy: boolean; readonly siteOrigin: string },
): Server {
  const { seconds, headerBytes, keepAliveSeconds, silentSeconds } = REQUEST_LIMITS;
  const serve: RequestListener = (request, response) => {
    const { isGivenUp }: Line = request.socket;
    if (isGivenUp) answerRaw(response, problem('PIPELINE_TOO_LONG', { most: pipelined }), options.siteOrigin);
    else handler(request, response);
  };
  const server = createServer(
    {
      requestTimeout: seconds * 1_000,
      headersTimeout: seconds * 1_000,
      keepAliveTimeout: keepAliveSeconds * 1_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: headerBytes,
      requireHostHeader: false,
    },
    (request, response) => {
      const line: Line = request.socket;
      // What still arrives behind an answer that ended the connection would be done for nobody.
      if (!line.writable) return;
      const { last } = line;
      line.last = response;
      // Only an answer that waits behind others has no socket yet.
      if (response.socket !== null || last === undefined) handler(request, response);
      else waitInLine(line, last, () => serve(request, response));
    },
  );
  // An `Expect` header other than `100-continue`, which Node keeps from the routes.
  server.on('checkExpectation', (request, response) => {
    const line: Line = request.socket;
    line.last = response;
    answerRaw(response, problem('REQUEST_MALFORMED', { fault: 'expectation' }), options.siteOrigin);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const refuse = () => answerRawFault(error, socket, options.siteOrigin);
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') refuseUnlessHere(socket as Line, refuse);
    else refuse();
  });
  server.on('connect', (_request, socket) => refuseTunnel(socket, options.siteOrigin));
  server.maxConnections = connections;
  // Longer than any answer takes: who does not read his answers would keep connection and answers for ever.
  server.timeout = silentSeconds * 1_000;
  server.maxRequestsPerSocket = requestsOfOne;
  // A full house is kept so by those who hold a connection and use it for nothing.
  server.on('drop', () => server.closeIdleConnections());
  if (!options.isBehindProxy) limitPerAddress(server);
  return server;
}

// Node looks at the time of a request before it reads what has arrived. Where the process stood still for longer than
// that, the rest may be here, so it is read first. Rounds are counted and no bytes: what drips cannot draw this out. Node
// itself looks at the time of a request once, and goes on with the connection if nobody ends it.
function refuseUnlessHere(line: Line, refuse: () => void): void {
  const { last: known } = line;
  const isBegun = known !== undefined && !known.req.complete;
  let turns = LATE_TURNS;
  const look = () => {
    const isHere = line.last?.req.complete === true && (isBegun || line.last !== known);
    // A fault of its framing has been answered meanwhile, or the caller is gone.
    if (isHere || !line.writable) return;
    turns -= 1;
    if (turns === 0) refuse();
    else inNextTurn(look);
  };
  inNextTurn(look);
}

// One request of a connection is at work, as its answers go out in order anyway, and the next one begins after whatever
// others have sent meanwhile. Of a connection that sends too far ahead, all that has not begun is answered with one
// refusal, and nothing more is read: Node parses all that has arrived in one go and answers nobody else meanwhile.
function waitInLine(line: Line, last: ServerResponse, begin: () => void): void {
  const { queued = 0 } = line;
  if (line.isGivenUp || queued >= pipelined) {
    line.isGivenUp = true;
    line.pause();
    return;
  }
  line.queued = queued + 1;
  last.once('close', () =>
    inNextTurn(() => {
      line.queued = (line.queued ?? 1) - 1;
      // A connection that takes no more answers is ending, though it may still have some to deliver.
      if (line.writable) begin();
    }),
  );
}

function limitPerAddress(server: Server): void {
  const places = createPlaces({ all: connections, ofOne: connectionsOfOne });
  server.on('connection', (socket) => {
    const leave = places.take(socket.remoteAddress ?? '');
    if (leave === undefined) socket.destroy();
    else socket.once('close', leave);
  });
}

/** The most that requests have to finish: longer than an honest one takes, whatever it waits for. */
const REQUESTS_MILLISECONDS = 10_000;
const IDLE_CHECK_MILLISECONDS = 50;

/**
 * Stops listening and lets requests in flight finish for ten seconds, or for less; then every connection ends, also one
 * that never finishes its request, for which Node has no limit once a server is closing.
 *
 * @param most - the milliseconds that the caller allows requests.
 */
export async function closeServer(
  app: { readonly server: Server; close(): Promise<void> },
  clock: Clock,
  most: number,
): Promise<void> {
  // Closing ends idle connections once; one that was busy then would hold the process up for its keep-alive time.
  const idle = startLoop({
    clock,
    work: async () => app.server.closeIdleConnections(),
    pause: IDLE_CHECK_MILLISECONDS,
    onFault: () => undefined,
  });
  const closing = app.close();
  await within<unknown>(clock, Math.min(REQUESTS_MILLISECONDS, most), closing, () => undefined);
  app.server.closeAllConnections();
  await closing;
  await idle.stop();
}
