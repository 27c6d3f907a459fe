import { currentTrace } from './trace.ts';
import type { TraceContext } from './trace-context.ts';

/**
 * The fields that a log line has by the trace it is written in; the names are those of OpenTelemetry.
 *
 * @returns a new object each time: pino writes the fields of the line into it.
 */
export function nameTrace(): Partial<ReturnType<typeof nameContext>> {
  const context = currentTrace()?.context;
  return context === undefined ? {} : nameContext(context);
}

/** The fields of a line by the trace it belongs to. */
export function nameContext({ traceId, spanId }: TraceContext) {
  return { trace_id: traceId, span_id: spanId };
}
