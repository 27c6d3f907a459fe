import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { BASE_PATH, OPERATIONS, type StrategyKey } from '@staking-agent/wire';
import type { Logger } from 'pino';
import type { Metrics } from '../builds/metrics.ts';
import type { ProblemError } from '../problems/problem.ts';
import type { Notes } from '../routes/handler.ts';
import type { Clock } from '../runtime/clock.ts';
import {
  nameContext,
  parseTraceparent,
  printTraceparent,
  type Span,
  type Trace,
  type Tracer,
} from '../runtime/trace.ts';

/** What came of a request, for the log and the metrics alike. */
type RequestResult = Notes & {
  /** Whether an earlier request with the same key had this answer already. */
  readonly isReplay?: boolean;
  /** The refusal that is the answer. */
  readonly problem?: ProblemError;
  /** Whether its caller was gone before the answer was with the system. */
  readonly isLost?: boolean;
};

/** What the head of a request says, and where its path leads. */
export type RequestHead = {
  readonly id: string;
  /** The pattern of the path; undefined for one that is served by nothing. */
  readonly pattern: string | undefined;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Milliseconds of the clock's elapsed time. */
  readonly startedAt: number;
};

/** What the end of an answer depends on. */
export type AnswerPorts = {
  /** Whether connections are asked to end with their answers. */
  readonly isClosing: () => boolean;
  /** Told of every answer, when it is with the system, or is made and its caller is gone. */
  readonly onAnswered: (exchange: Exchange) => void;
};

const EMPTY: RequestResult = {};

/** One request and its answer, until the line in the access log. */
export class Exchange implements RequestHead {
  readonly raw: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly pattern: string | undefined;
  readonly params: RequestHead['params'];
  readonly query: RequestHead['query'];
  readonly startedAt: number;
  /** Bytes until they are parsed; undefined for a request without a body. */
  body: unknown = undefined;
  /** Who sent it, for what is shared fairly: a partner, or an address. */
  caller = '';
  isPartners = false;
  /** What the request is part of: the caller's trace, or the span that records it. */
  trace: (Trace & Partial<Pick<Span, 'end'>>) | undefined = undefined;
  status = 200;
  #result = EMPTY;
  /** Names, in lower case, and values of the answer's fields in turn: what Node writes with the least work. */
  readonly #fields: string[] = [];
  readonly #ports: AnswerPorts;
  #isOver = false;

  constructor(raw: IncomingMessage, response: ServerResponse, head: RequestHead, ports: AnswerPorts) {
    this.raw = raw;
    this.response = response;
    this.id = head.id;
    this.pattern = head.pattern;
    this.params = head.params;
    this.query = head.query;
    this.startedAt = head.startedAt;
    this.#ports = ports;
    // A response that fails has no other listener: that would be the end of the process.
    response.on('finish', () => this.#conclude()).on('error', () => this.#lose());
    response.on('close', () => {
      if (response.writableEnded) this.#lose();
    });
  }

  get method(): string {
    return this.raw.method ?? '';
  }

  /** The target as it was sent. */
  get url(): string {
    return this.raw.url ?? '';
  }

  get headers(): IncomingHttpHeaders {
    return this.raw.headers;
  }

  get result(): RequestResult {
    return this.#result;
  }

  /** Adds to what came of the request. */
  note(facts: RequestResult): void {
    this.#result = { ...this.#result, ...facts };
  }

  /** Sets a field of the answer, in place of an earlier one of that name. */
  setHeader(name: string, value: string): void {
    const fields = this.#fields;
    const lower = name.toLowerCase();
    for (let i = 0; i < fields.length; i += 2) {
      if (fields[i] === lower) {
        fields[i + 1] = value;
        return;
      }
    }
    fields.push(lower, value);
  }

  setHeaders(fields: Readonly<Record<string, string>>): void {
    for (const name of Object.keys(fields)) this.setHeader(name, fields[name] ?? '');
  }

  /** Sets the first fields of an answer, none of which is set. @param fields - names in lower case and values in turn. */
  beginHeaders(fields: readonly string[]): void {
    for (const each of fields) this.#fields.push(each);
  }

  /** Sends the answer. */
  send(contentType: string, body: string | Buffer): void {
    const size = Buffer.byteLength(body);
    this.#fields.push('content-type', contentType, 'content-length', String(size));
    this.#writeHead();
    // Text of ASCII alone is the same bytes in either encoding, and Latin-1 is copied as it is.
    if (typeof body === 'string' && body.length === size) this.response.end(body, 'latin1');
    else this.response.end(body);
    if (this.response.destroyed) this.#lose();
  }

  /** Sends an answer that has no content, and by its status no length either. */
  sendNothing(status: 204 | 304): void {
    this.status = status;
    this.#writeHead();
    this.response.end();
    if (this.response.destroyed) this.#lose();
  }

  /** Sends a value as JSON. */
  sendJson(value: object): void {
    this.send(JSON_MEDIA_TYPE, JSON.stringify(value));
  }

  // Closing may have begun since the request came; who is not told sends the next one into a connection that ends.
  #writeHead(): void {
    if (this.#ports.isClosing()) this.setHeader('connection', 'close');
    this.response.writeHead(this.status, this.#fields);
  }

  // What was done for a caller who is gone is done all the same, and Node emits nothing for an answer that is made then.
  #lose(): void {
    if (this.#isOver) return;
    this.note({ isLost: true });
    this.#conclude();
  }

  #conclude(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ports.onAnswered(this);
  }
}

/** How answers of the API are labelled. */
export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';

/**
 * Makes a request part of its caller's trace (`traceparent`), and records it where there is a tracer; the answer says as
 * what, in `traceresponse`. A malformed field is ignored.
 */
export function startTrace(exchange: Exchange, tracer: Tracer | undefined): void {
  const { traceparent } = exchange.headers;
  const parent = typeof traceparent === 'string' ? parseTraceparent(traceparent) : undefined;
  if (tracer !== undefined) {
    const span = tracer.startRequest(`${exchange.method} ${exchange.pattern ?? 'none'}`, parent);
    exchange.trace = span;
    exchange.setHeader('traceresponse', printTraceparent(span.context));
  } else if (parent !== undefined) exchange.trace = { context: parent };
}

/** Records what came of a request, where it is recorded. */
export function endTrace({ method, pattern = 'none', status, id, result, trace }: Exchange): void {
  const { problem, isReplay = false } = result;
  trace?.end?.(
    {
      'http.request.method': method,
      'http.route': pattern,
      'http.response.status_code': status,
      'staking.request_id': id,
      'staking.replayed': isReplay,
      ...(problem !== undefined && { 'staking.problem': problem.code }),
      ...(problem?.outcome !== undefined && { 'staking.outcome': problem.outcome }),
    },
    status >= 500,
  );
}

/** Where the lines of answers go, and from which level on. */
export type AccessPorts = {
  readonly log: Pick<Logger, 'isLevelEnabled'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Takes one line of the log, with its end. */
  readonly writeLine: (line: string) => void;
};

const LEVELS = { info: 30, warn: 40 } as const;

/**
 * Writes the line of one answer, of chosen fields only: no body, header, token, transaction, URL or query.
 *
 * It is printed here as the log prints lines: there is one for each answer, and this way it costs a third.
 *
 * @param milliseconds - that it took.
 */
export function logAccess(exchange: Exchange, milliseconds: number, ports: AccessPorts): void {
  const { status, body, trace } = exchange;
  const { signature, attribution, isReplay, isLost, problem } = exchange.result;
  const level = status >= 500 && !isCallers(problem) ? 'warn' : 'info';
  if (!ports.log.isLevelEnabled(level)) return;
  const { strategy, kind, wallet }: Readonly<Record<string, unknown>> = Object(body);
  const line = {
    level: LEVELS[level],
    time: ports.clock.now(),
    ...(trace !== undefined && nameContext(trace.context)),
    requestId: exchange.id,
    method: exchange.method,
    route: exchange.pattern,
    status,
    ms: Math.round(milliseconds * 10) / 10,
    strategy: shortText(strategy),
    kind: shortText(kind),
    wallet: shortWallet(wallet),
    signature,
    partner: attribution?.partnerId,
    referralCode: attribution?.referralCode,
    replayed: isReplay,
    callerGone: isLost,
    ...(problem !== undefined && problemFields(problem)),
    msg: 'answered',
  };
  ports.writeLine(`${JSON.stringify(line)}\n`);
}

/** What the contract answers with 5xx although the request asks for what cannot be. */
const CALLERS: ReadonlySet<string> = new Set(['BELOW_MINIMUM_DELEGATION', 'INSUFFICIENT_FUNDS']);

function isCallers(problem: RequestResult['problem']): boolean {
  return problem !== undefined && (CALLERS.has(problem.code) || problem.code.endsWith('_NOT_FOUND'));
}

function problemFields(problem: ProblemError) {
  const isOurFault = problem.slug === 'internal_error';
  return {
    slug: problem.slug,
    code: problem.code,
    outcome: problem.outcome,
    // The cause may quote what an upstream said: its kind is enough, save for faults of our own.
    cause: isOurFault ? describeCause(problem.cause) : findMessage(problem.cause),
  };
}

function findMessage(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.message : undefined;
}

function describeCause(cause: unknown): string | undefined {
  return cause instanceof Error ? (cause.stack ?? cause.message) : undefined;
}

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, 32) : undefined;
}

function shortWallet(value: unknown): string | undefined {
  return typeof value === 'string' && value.length > 8
    ? `${value.slice(0, 4)}..${value.slice(-4)}`
    : undefined;
}

const BUILDS: ReadonlyMap<string, string> = new Map(
  [OPERATIONS.stake, OPERATIONS.unstake, OPERATIONS.withdraw].map(({ path, id }) => [
    `${BASE_PATH}${path}`,
    id,
  ]),
);
const BROADCAST = `${BASE_PATH}${OPERATIONS.broadcast.path}`;
/** The strategy whose stake accounts `withdraw` empties; its body names none. */
const WITHDRAW_STRATEGY: StrategyKey = 'sol-native-stake';

/**
 * Counts an answer, and what it was about.
 *
 * @param milliseconds - that it took.
 */
export function countAnswer(exchange: Exchange, milliseconds: number, metrics: Metrics): void {
  const { pattern: route = 'none', status, result } = exchange;
  const { problem, isReplay } = result;
  metrics.onAnswer(route, status, milliseconds / 1_000);
  if (problem !== undefined) metrics.onProblem(problem.slug, problem.code);
  if (isReplay) metrics.onReplay(route);
  else countWork(route, exchange, metrics);
}

// A replay does no work of its own.
function countWork(route: string, { method, status, body, result }: Exchange, metrics: Metrics): void {
  const build = BUILDS.get(route);
  if (build !== undefined && status === 200) {
    // Only builds of an existing strategy succeed, so the label has few values.
    const { strategy }: { strategy?: unknown } = Object(body);
    const isNamed = build !== OPERATIONS.withdraw.id && typeof strategy === 'string';
    metrics.onBuild(build, isNamed ? strategy : WITHDRAW_STRATEGY);
  }
  if (route !== BROADCAST || method !== 'POST') return;
  const { route: asked }: { route?: unknown } = Object(body);
  const outcome = status === 200 ? 'accepted' : (result.problem?.outcome ?? 'refused');
  metrics.onBroadcast(asked === 'router' ? 'router' : 'rpc', outcome);
}
