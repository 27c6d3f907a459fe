import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { inNextTurn } from './clock.ts';

/** A trace that work is part of: the caller's where there is no tracer, which is only passed on. */
export type Trace = { readonly span: Span; readonly tracer: Tracer | undefined };

type Acting = { readonly caller?: string; readonly trace?: Trace | undefined };

// Between the request and the call to an upstream lie a dozen functions that have nothing to do with either.
const contexts = new AsyncLocalStorage<Acting>();

/** Runs work on behalf of a caller, as part of a trace where there is one; everything it awaits can read both. */
export function actFor<Result>(context: Acting, work: () => Result): Result {
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

export function currentSpan(): Span | undefined {
  return contexts.getStore()?.trace?.span;
}

/** Begins the span of a call to another system, as a part of the current trace; undefined where none is recorded. */
export function startCall(name: string, attributes: Attributes): Span | undefined {
  const { span, tracer } = contexts.getStore()?.trace ?? {};
  const options = { kind: SpanKind.CLIENT, attributes };
  return span && tracer?.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, span));
}

/** Runs work as part of a span that the current trace began; without one, it costs nothing. */
export function runInSpan<Result>(span: Span | undefined, work: () => Result): Result {
  const { trace: parent, ...acting } = contexts.getStore() ?? {};
  return span === undefined
    ? work()
    : contexts.run({ ...acting, trace: { tracer: undefined, ...parent, span } }, work);
}

/**
 * Ends a span.
 *
 * @param attributes - names from fixed sets, numbers; never a body, a token, a URL or what a caller wrote.
 * @param isFault - whether the work failed by a fault of the system that did it.
 */
export function endSpan(span: Span | undefined, attributes: Attributes, isFault: boolean): void {
  span?.setAttributes(attributes);
  if (isFault) span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end();
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const LONGEST = 512;
const ZEROS = /^0+$/;

/**
 * Reads a `traceparent` field (https://www.w3.org/TR/trace-context-2/#traceparent-header).
 *
 * @returns undefined for an invalid field, which the standard says to ignore. From later versions, the parts of version 00
 *   are read.
 */
export function parseTraceparent(text: string): SpanContext | undefined {
  if (text.length > LONGEST) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = FORM.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) % 2, isRemote: true };
}

/** Prints a span as the fields `traceparent` and `traceresponse` have it. */
export function printTraceparent(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-0${traceFlags % 2}`;
}

/**
 * The fields that a log line has by the span it is written in; the names are those of OpenTelemetry.
 *
 * @returns a new object each time: pino writes the fields of the line into it.
 */
export function nameTrace(span: Span | undefined) {
  if (span === undefined) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}

/** A queue that serves callers in turn, however many items each has, and the items of one caller in their order. */
export class FairQueue<Item> {
  /** In the order of turns: the caller that had the last turn comes last. */
  readonly #waiting = new Map<string, Set<Item>>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  has(caller: string): boolean {
    return this.#waiting.has(caller);
  }

  add(caller: string, item: Item): void {
    this.#waiting.set(caller, (this.#waiting.get(caller) ?? new Set()).add(item));
  }

  /** Removes an item that waits no longer. */
  remove(caller: string, item: Item): void {
    const queue = this.#waiting.get(caller);
    queue?.delete(item);
    if (queue?.size === 0) this.#waiting.delete(caller);
  }

  /** Takes the next item out; only of callers that may have a turn. */
  take(mayHaveTurn: (caller: string) => boolean = () => true): Item | undefined {
    for (const [caller, queue] of this.#waiting) {
      if (!mayHaveTurn(caller)) continue;
      const [item] = queue;
      this.#waiting.delete(caller);
      if (item !== undefined) queue.delete(item);
      if (queue.size > 0) this.#waiting.set(caller, queue);
      return item;
    }
    return undefined;
  }

  /** Iterates over all items with their callers. */
  *[Symbol.iterator](): Generator<readonly [caller: string, item: Item]> {
    for (const [caller, queue] of this.#waiting) for (const item of queue) yield [caller, item];
  }
}

/**
 * Creates queues by name, none of which stays when it is empty: of each name one piece of work runs at a time, in turn by
 * callers and not by requests. `take` runs work at once if no other work of its name runs.
 */
export function createFairQueues() {
  const queues = new Map<string, FairQueue<() => void>>();
  return {
    async take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      const queue = queues.get(name);
      if (queue === undefined) queues.set(name, new FairQueue());
      else await new Promise<void>((resolve) => queue.add(currentCaller() ?? '', resolve));
      try {
        return await work();
      } finally {
        const begin = queues.get(name)?.take();
        if (begin === undefined) queues.delete(name);
        else begin();
      }
    },
  };
}

/** Creates places: so many in all, and of one name, which is that of the caller unless given. */
export function createPlaces({ all, ofOne }: { readonly all: number; readonly ofOne: number }) {
  const counts = new Map<string, number>();
  let taken = 0;
  return {
    /** @returns what gives the place back; undefined when too many are taken, of all or of this name. */
    take(name = currentCaller() ?? ''): (() => void) | undefined {
      const count = counts.get(name) ?? 0;
      if (taken >= all || count >= ofOne) return undefined;
      taken += 1;
      counts.set(name, count + 1);
      return () => {
        taken -= 1;
        const left = (counts.get(name) ?? 1) - 1;
        if (left === 0) counts.delete(name);
        else counts.set(name, left);
      };
    },
  };
}

/** Requests of one caller that begin before the service looks at what else has arrived. */
export const AT_ONCE = 8;
/** Requests of all who had to wait that begin then. */
const OF_WAITING = 64;

/**
 * Creates the turns of one process, so that a caller who sends many requests at once delays only its own. A turn is one
 * round of Node's event loop, which handles everything that has arrived before it reads more.
 *
 * The number of connections bounds the queue: each has one request in progress.
 *
 * @param nextTurn - makes a call in the next turn; that of the event loop unless given.
 * @returns begins a request: at once for a caller of few, else after those that others sent meanwhile.
 */
export function createCallerTurns(
  nextTurn: (call: () => void) => void = inNextTurn,
): (caller: string, begin: () => void) => void {
  /** How many requests of each caller have begun in this turn. */
  const begun = new Map<string, number>();
  const waiting = new FairQueue<() => void>();
  let isScheduled = false;

  const hasRoom = (caller: string) => (begun.get(caller) ?? 0) < AT_ONCE;
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    nextTurn(giveTurns);
  };
  const giveTurns = () => {
    isScheduled = false;
    begun.clear();
    for (let left = OF_WAITING; left > 0; left -= 1) waiting.take(hasRoom)?.();
    // Also if none waits: requests that began in this turn do not count in a later one.
    if (begun.size > 0) schedule();
  };
  return (caller, begin) => {
    schedule();
    const start = () => {
      begun.set(caller, (begun.get(caller) ?? 0) + 1);
      begin();
    };
    if (waiting.has(caller) || !hasRoom(caller)) waiting.add(caller, start);
    else start();
  };
}
