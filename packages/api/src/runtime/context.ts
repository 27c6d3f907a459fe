import { AsyncLocalStorage } from 'node:async_hooks';

/** The facts of a span: names from fixed sets, numbers; never a body, a token, a URL or what a caller wrote. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** A trace that work is part of. */
export type Trace = {
  readonly context: TraceContext;
  /** Begins a call to another system; undefined where traces are only passed on. */
  readonly startCall?: (name: string, attributes: Attributes) => Span;
};

/** Work that is recorded, and that calls can be part of. */
export type Span = Trace & {
  /** @param isFault - whether the work failed by a fault of the system that did it. */
  end(attributes: Attributes, isFault: boolean): void;
};

/** Records what is done for requests. */
export type Tracer = {
  /** @param parent - the caller's, where it has one. */
  startRequest(name: string, parent: TraceContext | undefined): Span;
  /** Sends what is recorded, within two seconds. */
  close(): Promise<void>;
};

// Between the request and the call to an upstream lie a dozen functions that have nothing to do with either.
const contexts = new AsyncLocalStorage<{ readonly caller?: string; readonly trace?: Trace | undefined }>();

/** Runs work on behalf of a caller, as part of a trace where there is one; everything it awaits can read both. */
export function actFor<Result>(
  context: { readonly caller?: string; readonly trace?: Trace | undefined },
  work: () => Result,
): Result {
  return contexts.run(context, work);
}

/** Runs work without a caller or a trace: a refresh that all callers share, whichever needs it first. */
export function actForAll<Result>(work: () => Result): Result {
  return contexts.run({}, work);
}

/** Returns the caller of the current work; undefined in background work. */
export function currentCaller(): string | undefined {
  return contexts.getStore()?.caller;
}

/** Runs work as part of a trace; without a trace, it costs nothing. */
export function runInTrace<Result>(trace: Trace | undefined, work: () => Result): Result {
  return trace === undefined ? work() : contexts.run({ ...contexts.getStore(), trace }, work);
}

/** Returns the trace of the current work. */
export function currentTrace(): Trace | undefined {
  return contexts.getStore()?.trace;
}

/** A trace and the span that work is done for (W3C Trace Context). */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** True if the caller records the trace. */
  readonly isSampled: boolean;
};

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const LONGEST = 512;
const ZEROS = /^0+$/;

/**
 * Reads a `traceparent` field (https://www.w3.org/TR/trace-context-2/#traceparent-header).
 *
 * @returns undefined for an invalid field, which the standard says to ignore. From later versions, the parts of version 00
 *   are read.
 */
export function parseTraceparent(text: string): TraceContext | undefined {
  if (text.length > LONGEST) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = FORM.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: Number.parseInt(flags, 16) % 2 === 1 };
}

/** Prints a context as the fields `traceparent` and `traceresponse` have it. */
export function printTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

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
