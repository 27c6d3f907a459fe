import { parseTraceparent, printTraceparent, type Tracer } from '../runtime/trace.ts';
import type { Exchange } from './exchange.ts';

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
