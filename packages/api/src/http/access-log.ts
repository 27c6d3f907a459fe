import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { runInTrace } from '../tracing/trace.ts';
import type { RequestResult } from './request-result.ts';

/**
 * Writes one line per answer, of chosen fields only: no body, header, token, transaction, URL or query.
 */
export function logAccess(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { body } = request as { body?: { strategy?: unknown; kind?: unknown; wallet?: unknown } | null };
    const { signature, attribution, isReplay, problem }: RequestResult = request.result ?? {};
    const line = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      strategy: shortText(body?.strategy),
      kind: shortText(body?.kind),
      wallet: shortWallet(body?.wallet),
      signature,
      partner: attribution?.partnerId,
      referralCode: attribution?.referralCode,
      replayed: isReplay,
      ...problemFields(problem),
    };
    const level = reply.statusCode >= 500 && !isCallers(problem) ? 'warn' : 'info';
    // The trace is a field of every line that is written within it.
    runInTrace(request.trace, () => log[level](line, 'answered'));
    done();
  });
}

/** What the contract answers with 5xx although the request asks for what cannot be. */
const CALLERS: ReadonlySet<string> = new Set(['BELOW_MINIMUM_DELEGATION', 'INSUFFICIENT_FUNDS']);

function isCallers(problem: RequestResult['problem']): boolean {
  return problem !== undefined && (CALLERS.has(problem.code) || problem.code.endsWith('_NOT_FOUND'));
}

function problemFields(problem: RequestResult['problem']) {
  if (problem === undefined) return undefined;
  const isOurFault = problem.slug === 'internal_error';
  return {
    slug: problem.slug,
    code: problem.code,
    outcome: problem.outcome,
    // The cause may quote what an upstream said: its kind is enough, save for faults of our own.
    cause: isOurFault ? describeCause(problem.cause) : (problem.cause as Error | undefined)?.message,
  };
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
