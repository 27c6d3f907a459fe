import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { Span, TraceContext, Tracer } from './callers.ts';
import { type Clock, within } from './clock.ts';

/** The collector of traces, and their share. */
type TracingSettings = {
  /** Without `/v1/traces`. */
  readonly collectorUrl: string;
  /** Header fields of every export; secret. */
  readonly collectorHeaders: Readonly<Record<string, string>>;
  readonly tracedName: string;
  /** Share of traces that is recorded, 0 to 1. */
  readonly tracedRatio: number;
  readonly commit: string;
};

const EXPORT_MILLISECONDS = 2_000;
const EVERY_MILLISECONDS = 1_000;
const COMPLAINTS_MILLISECONDS = 60_000;

/**
 * Starts to send traces to a collector by OTLP over HTTP. Traces that the collector does not accept are lost; nothing waits
 * for it.
 *
 * A sampled trace of a caller is recorded no more often than others, so that no caller can force recording.
 */
export function startOpenTelemetry(
  { collectorUrl, collectorHeaders, tracedName, tracedRatio, commit }: TracingSettings,
  { log, clock }: { readonly log: Logger; readonly clock: Clock },
): Tracer {
  let nextComplaint = clock.elapsed();
  // What the exporter says can hold the collector's address and words.
  setGlobalErrorHandler(() => {
    if (clock.elapsed() < nextComplaint) return;
    nextComplaint = clock.elapsed() + COMPLAINTS_MILLISECONDS;
    log.warn('traces not sent: the collector does not take them');
  });
  const exporter = new OTLPTraceExporter({
    url: `${collectorUrl.replace(/\/$/, '')}/v1/traces`,
    headers: { ...collectorHeaders },
    timeoutMillis: EXPORT_MILLISECONDS,
  });
  const sampler = new TraceIdRatioBasedSampler(tracedRatio);
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler }),
    resource: resourceFromAttributes({ 'service.name': tracedName, 'service.version': commit }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: EVERY_MILLISECONDS,
        exportTimeoutMillis: EXPORT_MILLISECONDS,
      }),
    ],
  });
  const tracer = provider.getTracer('staking-agent-api');

  const start = (name: string, kind: SpanKind, parent: Context, attributes = {}): Span => {
    const span = tracer.startSpan(name, { kind, attributes }, parent);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      context: { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 },
      startCall: (call, ofCall) => start(call, SpanKind.CLIENT, trace.setSpan(ROOT_CONTEXT, span), ofCall),
      end(more, isFault) {
        span.setAttributes(more);
        if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  return {
    startRequest: (name, parent) =>
      start(name, SpanKind.SERVER, parent === undefined ? ROOT_CONTEXT : createRemote(parent)),
    close: () =>
      within(
        clock,
        EXPORT_MILLISECONDS,
        provider.shutdown().catch(() => undefined),
        () => undefined,
      ),
  };
}

function createRemote({ traceId, spanId, isSampled }: TraceContext): Context {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
