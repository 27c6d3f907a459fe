import type { FastifyInstance } from 'fastify';
import type { Span, Trace, Tracer } from '../tracing/trace.ts';
import { parseTraceparent, printTraceparent } from '../tracing/trace-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request is part of: the caller's trace, or the span that records it. */
    trace: (Trace & Partial<Pick<Span, 'end'>>) | undefined;
  }
}

/**
 * Makes requests part of their callers' traces (`traceparent`), and records them where there is a tracer; the answer says
 * as what, in `traceresponse`. A malformed field is ignored.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer | undefined): void {
  app.decorateRequest('trace', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { traceparent } = request.headers;
    const parent = typeof traceparent === 'string' ? parseTraceparent(traceparent) : undefined;
    if (tracer !== undefined) {
      const { url = 'none' } = request.routeOptions;
      const span = tracer.startRequest(`${request.method} ${url}`, parent);
      request.trace = span;
      reply.header('traceresponse', printTraceparent(span.context));
    } else if (parent !== undefined) request.trace = { context: parent };
    done();
  });
  if (tracer === undefined) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { problem, isReplay = false } = request.result ?? {};
    request.trace?.end?.(
      {
        'http.request.method': request.method,
        'http.route': request.routeOptions.url ?? 'none',
        'http.response.status_code': reply.statusCode,
        'staking.request_id': request.id,
        'staking.replayed': isReplay,
        ...(problem !== undefined && { 'staking.problem': problem.code }),
        ...(problem?.outcome !== undefined && { 'staking.outcome': problem.outcome }),
      },
      reply.statusCode >= 500,
    );
    done();
  });
}
