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
) {
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
  return {
    tracer: provider.getTracer('staking-agent-api'),
    /** Sends what is recorded, within two seconds. */
    close: () =>
      within(
        clock,
        EXPORT_MILLISECONDS,
        provider.shutdown().catch(() => undefined),
        () => undefined,
      ),
  };
}
