import { AsyncLocalStorage } from 'node:async_hooks';
import type { TraceContext } from './trace-context.ts';

/** What a span says of its work: names from fixed sets, numbers; never a body, a token, a URL or what a caller wrote. */
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

// Between the request and the call to an upstream lie a dozen functions that have nothing to do with it.
const traces = new AsyncLocalStorage<Trace | undefined>();

/** Runs work as part of a trace; without a trace, it costs nothing. */
export function runInTrace<Result>(trace: Trace | undefined, work: () => Result): Result {
  return trace === undefined ? work() : traces.run(trace, work);
}

/** Runs work outside of any trace, because several callers share it. */
export function runUntraced<Result>(work: () => Result): Result {
  return traces.getStore() === undefined ? work() : traces.run(undefined, work);
}

/** Returns the trace of the current work. */
export function currentTrace(): Trace | undefined {
  return traces.getStore();
}
