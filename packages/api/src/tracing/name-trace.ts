import { currentTrace } from './trace.ts';

const UNTRACED = {};

/** The fields that a log line has by the trace it is written in; the names are those of OpenTelemetry. */
export function nameTrace(): { readonly trace_id?: string; readonly span_id?: string } {
  const context = currentTrace()?.context;
  return context === undefined ? UNTRACED : { trace_id: context.traceId, span_id: context.spanId };
}
