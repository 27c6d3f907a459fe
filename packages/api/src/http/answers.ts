import { ROOT_CONTEXT, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import type { StrategyKey } from '@staking-agent/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../builds/metrics.ts';
import type { ProblemError } from '../problems/problem.ts';
import type { Notes, Streamed } from '../routes/handler.ts';
import { endSpan, nameTrace, parseTraceparent, printTraceparent, type Trace } from '../runtime/callers.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Endpoint } from './pages.ts';

/** The outcome of a request, for log and metrics. */
type RequestResult = Notes & {
  /** True for an answer that an earlier request with the same key got. */
  readonly isReplay?: boolean;
  /** The refusal that is the answer. */
  readonly problem?: ProblemError;
  /** True if the caller was gone before the answer was with the system. */
  readonly isLost?: boolean;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Undefined for a path that nothing serves. */
    endpoint: Endpoint | undefined;
    /** Milliseconds of the clock's elapsed time. */
    startedAt: number;
    /** The sender, for fair shares: a partner, or an address. */
    caller: string;
    isPartners: boolean;
    /** The caller's trace, or the span that records the request. */
    trace: Trace | undefined;
    result: RequestResult;
    isAnswered: boolean;
  }
}

/** Adds to what came of a request. */
export function note(request: FastifyRequest, facts: RequestResult): void {
  request.result = { ...request.result, ...facts };
}

/** Called with each request once its answer is with the system, or is made and its caller is gone. */
type OnAnswered = (request: FastifyRequest, status: number) => void;

/** Calls `onAnswered` once for a request whose answer goes out, or is lost on its way. */
export function followAnswer(request: FastifyRequest, { raw }: FastifyReply, onAnswered: OnAnswered): void {
  const lose = () => conclude(request, raw.statusCode, true, onAnswered);
  // A response that fails has no other listener: that would be the end of the process.
  raw.on('finish', () => conclude(request, raw.statusCode, false, onAnswered)).on('error', lose);
  raw.on('close', () => {
    if (raw.headersSent) lose();
  });
}

/** Calls `onAnswered` for an answer that is made when its caller is gone: Node emits nothing for it. */
export function loseAnswer(request: FastifyRequest, { raw }: FastifyReply, onAnswered: OnAnswered): void {
  if (raw.destroyed) conclude(request, raw.statusCode, true, onAnswered);
}

/** Sends an answer as it is made, no faster than it is read. */
export function sendStreamed(
  { mediaType, text }: Streamed,
  { method }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // What waits for more must not wait for the buffer of a proxy.
  reply.type(`${mediaType}; charset=utf-8`).header('x-accel-buffering', 'no');
  if (method !== 'HEAD') return reply.send(text);
  text.destroy();
  return reply.send();
}

function conclude(request: FastifyRequest, status: number, isLost: boolean, onAnswered: OnAnswered): void {
  if (request.isAnswered) return;
  request.isAnswered = true;
  if (isLost) note(request, { isLost });
  onAnswered(request, status);
}

/**
 * Makes a request part of its caller's trace (`traceparent`), and records it where there is a tracer; the answer says as
 * what, in `traceresponse`. A malformed field is ignored.
 */
export function startTrace(request: FastifyRequest, reply: FastifyReply, tracer: Tracer | undefined): void {
  const { traceparent } = request.headers;
  const parent = typeof traceparent === 'string' ? parseTraceparent(traceparent) : undefined;
  const origin = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
  const name = `${request.method} ${request.endpoint?.pattern ?? 'none'}`;
  const span = tracer?.startSpan(name, { kind: SpanKind.SERVER }, origin) ?? trace.getSpan(origin);
  if (span === undefined) return;
  request.trace = { span, tracer };
  if (tracer !== undefined) reply.header('traceresponse', printTraceparent(span));
}

/** Makes what traces, logs and counts every answer. */
export function createObserver(ports: {
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: Metrics;
}): OnAnswered {
  const { log, clock, metrics } = ports;
  return (request, status) => {
    const milliseconds = clock.elapsed() - request.startedAt;
    endTrace(request, status);
    logAnswer(request, status, milliseconds, log);
    countAnswer(request, status, milliseconds, metrics);
  };
}

function endTrace({ method, endpoint, id, result, trace }: FastifyRequest, status: number): void {
  const { problem, isReplay = false } = result;
  endSpan(
    trace?.span,
    {
      'http.request.method': method,
      'http.route': endpoint?.pattern ?? 'none',
      'http.response.status_code': status,
      'staking.request_id': id,
      'staking.replayed': isReplay,
      ...(problem !== undefined && { 'staking.problem': problem.code }),
      ...(problem?.outcome !== undefined && { 'staking.outcome': problem.outcome }),
    },
    status >= 500,
  );
}

/**
 * Writes the line of one answer, of chosen fields only: no body, header, token, transaction, URL or query.
 *
 * @param milliseconds - that it took.
 */
export function logAnswer(request: FastifyRequest, status: number, milliseconds: number, log: Logger): void {
  const { body, trace, result } = request;
  const { signature, attribution, isReplay, isLost, problem } = result;
  const level = status >= 500 && !isCallers(problem) ? 'warn' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const { strategy, kind, wallet }: Readonly<Record<string, unknown>> = Object(body);
  const line = {
    ...nameTrace(trace?.span),
    requestId: request.id,
    method: request.method,
    route: request.endpoint?.pattern,
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
  };
  log[level](line, 'answered');
}

/** Codes that the contract answers with 5xx although the request is at fault. */
const CALLERS: ReadonlySet<string> = new Set(['BELOW_MINIMUM_DELEGATION', 'INSUFFICIENT_FUNDS']);

function isCallers(problem: ProblemError | undefined): boolean {
  return problem !== undefined && (CALLERS.has(problem.code) || problem.code.endsWith('_NOT_FOUND'));
}

function problemFields({ slug, code, outcome, cause }: ProblemError) {
  // The cause may quote what an upstream said: its kind is enough, save for faults of our own.
  const text =
    cause instanceof Error ? (slug === 'internal_error' && cause.stack) || cause.message : undefined;
  return { slug, code, outcome, cause: text };
}

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' ? value.slice(0, 32) : undefined;
}

function shortWallet(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length <= 8) return undefined;
  return `${value.slice(0, 4)}..${value.slice(-4)}`;
}

/** Operations whose builds are counted. */
const BUILDS: ReadonlySet<string | undefined> = new Set(['stake', 'unstake', 'withdraw']);
/** The strategy whose stake accounts `withdraw` empties; its body names none. */
const WITHDRAW_STRATEGY: StrategyKey = 'sol-native-stake';

function countAnswer(request: FastifyRequest, status: number, milliseconds: number, metrics: Metrics): void {
  const { method, body, endpoint, result } = request;
  const route = endpoint?.pattern ?? 'none';
  const id = endpoint?.operation?.id;
  metrics.answers.observe({ route, status }, milliseconds / 1_000);
  if (result.problem !== undefined) {
    const { slug, code } = result.problem;
    metrics.problems.inc({ slug, code });
  }
  // A replay does no work of its own.
  if (result.isReplay) {
    metrics.replays.inc({ route });
    return;
  }
  const { strategy, route: asked }: { strategy?: unknown; route?: unknown } = Object(body);
  if (id !== undefined && BUILDS.has(id) && status === 200) {
    // Only builds of an existing strategy succeed, so the label has few values.
    const isNamed = id !== 'withdraw' && typeof strategy === 'string';
    metrics.builds.inc({ operation: id, strategy: isNamed ? strategy : WITHDRAW_STRATEGY });
  }
  if (id !== 'broadcast' || method !== 'POST') return;
  const outcome = status === 200 ? 'accepted' : (result.problem?.outcome ?? 'refused');
  metrics.broadcasts.inc({ route: asked === 'router' ? 'router' : 'rpc', outcome });
}
