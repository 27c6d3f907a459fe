import { currentTrace } from './trace.ts';

/**
 * The fields that a log line has by the trace it is written in; the names are those of OpenTelemetry.
 *
 * @returns a new object each time: pino writes the fields of the line into it.
 */
export function nameTrace(): { readonly trace_id?: string; readonly span_id?: string } {
  const context = currentTrace()?.context;
  return context === undefined ? {} : { trace_id: context.traceId, span_id: context.spanId };
}
