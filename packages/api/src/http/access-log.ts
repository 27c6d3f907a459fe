import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import type { AttributionClaim } from '../attribution/attribution-claim.ts';
import type { ProblemError } from '../problems/problem-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What a broadcast submitted, for the log: money is traced by it. */
    signature?: string;
    /** Who is to be credited for what was built. */
    attribution?: AttributionClaim;
    /** Whether an earlier request with the same key had this answer already. */
    isReplay?: boolean;
  }
  interface FastifyReply {
    /** The refusal this answer prints, for the log. */
    problem?: ProblemError;
  }
}

/**
 * Writes one line per answer, of chosen fields only: no body, header, token, transaction, URL or query.
 */
export function logAccess(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { body } = request as { body?: { strategy?: unknown; kind?: unknown; wallet?: unknown } | null };
    const line = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      strategy: shortText(body?.strategy),
      kind: shortText(body?.kind),
      wallet: shortWallet(body?.wallet),
      signature: request.signature,
      partner: request.attribution?.partnerId,
      referralCode: request.attribution?.referralCode,
      replayed: request.isReplay,
      ...problemFields(reply),
    };
    if (reply.statusCode >= 500) log.warn(line, 'answered');
    else log.info(line, 'answered');
    done();
  });
}

function problemFields({ problem }: FastifyReply) {
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
