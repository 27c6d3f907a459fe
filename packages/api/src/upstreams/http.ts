import type { LookupFunction } from 'node:net';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { type Dispatcher, Pool } from 'undici';
import { type Upstream, UpstreamFault, UpstreamRefusal } from '../problems/faults.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Random } from '../runtime/random.ts';
import { currentTrace, printTraceparent } from '../runtime/trace.ts';
import { type Budget, createGuard, withinBudget } from './guard.ts';
import { type UpstreamWatch, watched } from './watch.ts';

/** Bytes of an answer beyond which an upstream is not listened to. */
const ANSWER_LIMIT = 2 * 1024 * 1024;
/** The same of an answer that cannot be used anyway. */
const DISCARD_LIMIT = 65_536;
const CONNECT_MILLISECONDS = 1_500;
const CONNECTIONS = 64;
const FIELDS = { 'content-type': 'application/json', 'accept-encoding': 'identity' };

/** What one exchange sends: a path below the endpoint's own, query parameters, JSON text. */
export type Exchange = {
  readonly method: 'GET' | 'POST';
  readonly path?: string;
  /** A parameter with several values is repeated. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  /** Milliseconds for the whole exchange, body included. */
  readonly milliseconds: number;
};

/** Status, text and `Retry-After` in seconds of an answer. */
export type HttpAnswer = {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: number | undefined;
};

/** One upstream host with its connections. */
export type HttpEndpoint = {
  /**
   * Sends one request and returns status and text of the answer.
   *
   * @throws {UpstreamFault} for anything but a complete answer of bounded size; redirects are not followed.
   */
  send(exchange: Exchange): Promise<HttpAnswer>;
  close(): Promise<void>;
};

/**
 * Opens connections to one URL, whose path and query are kept and never logged.
 *
 * @param lookup - finds the addresses of its host; Node's own way unless given.
 */
export function createHttpEndpoint(
  upstream: Upstream,
  url: string,
  clock: Clock,
  lookup?: LookupFunction,
): HttpEndpoint {
  const base = new URL(url);
  const pool = new Pool(base.origin, {
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MILLISECONDS, ...(lookup && { lookup }) },
  });
  const ownPath = base.pathname + base.search;
  return {
    send({ method, path = '', query, body = null, milliseconds }) {
      const target = path === '' && query === undefined ? ownPath : printTarget(base, path, query);
      const reception = new Reception(upstream);
      // Of the whole exchange: undici's own body timeout only counts the pause between two chunks.
      const timer = clock.after(milliseconds, () => reception.abort(new DeadlinePassed()));
      reception.onSettled = () => timer.cancel();
      try {
        pool.dispatch({ method, path: target, headers: createFields(), body }, reception);
      } catch (error) {
        reception.abort(error instanceof Error ? error : new Error(String(error)));
      }
      return reception.answer;
    },
    close: () => pool.destroy(),
  };
}

function printTarget(base: URL, path: string, query: Exchange['query'] = {}): string {
  const asked = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one]));
  const search = new URLSearchParams([...base.searchParams, ...asked] as [string, string][]).toString();
  const pathname = path === '' ? base.pathname : `${base.pathname.replace(/\/$/, '')}${path}`;
  return search === '' ? pathname : `${pathname}?${search}`;
}

/** Takes one answer from undici as it comes, which spares the stream and the signal that its `request` makes of it. */
class Reception implements Dispatcher.DispatchHandler {
  readonly #upstream: Upstream;
  readonly #settle = Promise.withResolvers<HttpAnswer>();
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #retryAfter: number | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  /** Why nothing more is waited for. */
  #end: Error | undefined;
  onSettled = (): void => undefined;

  constructor(upstream: Upstream) {
    this.#upstream = upstream;
  }

  get answer(): Promise<HttpAnswer> {
    return this.#settle.promise;
  }

  abort(reason: Error): void {
    this.#fail(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#end !== undefined) controller.abort(this.#end);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    // One that comes before the answer says nothing of it.
    if (status < 200) return;
    this.#status = status;
    this.#retryAfter = readRetryAfter(headers['retry-after']);
    const isRedirect = status >= 300 && status < 400;
    const isEncoded = (headers['content-encoding'] ?? 'identity') !== 'identity';
    if (isRedirect) this.#fail(new UpstreamFault(this.#upstream, 'status', { status }));
    else if (isEncoded) this.#fail(new UpstreamFault(this.#upstream, 'malformed', { status }));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.#end === undefined) this.#chunks.push(chunk);
    // What nobody waits for is read to its end, so that the connection can serve again, unless it is long.
    if (this.#size <= (this.#end === undefined ? ANSWER_LIMIT : DISCARD_LIMIT)) return;
    const fault = new UpstreamFault(this.#upstream, 'malformed');
    this.#fail(fault);
    controller.abort(fault);
  }

  onResponseEnd(): void {
    if (this.#end !== undefined) return;
    this.onSettled();
    const text = Buffer.concat(this.#chunks, this.#size).toString('utf8');
    this.#settle.resolve({ status: this.#status, text, retryAfter: this.#retryAfter });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #fail(error: Error): void {
    if (this.#end !== undefined) return;
    this.#end = error;
    this.onSettled();
    this.#settle.reject(toFault(this.#upstream, error));
  }
}

function createFields(): Readonly<Record<string, string>> {
  const trace = currentTrace();
  return trace === undefined ? FIELDS : { ...FIELDS, traceparent: printTraceparent(trace.context) };
}

class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';
}

const UNREACHABLE: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function toFault(upstream: Upstream, cause: unknown): UpstreamFault {
  if (cause instanceof UpstreamFault) return cause;
  const { code, syscall }: { code?: unknown; syscall?: unknown } = Object(cause);
  // Where reading or writing failed, bytes had left.
  const hadConnected = syscall === 'read' || syscall === 'write';
  if (UNREACHABLE.has(code) && !hadConnected) return new UpstreamFault(upstream, 'unreachable', { cause });
  if (cause instanceof DeadlinePassed) return new UpstreamFault(upstream, 'timeout', { cause });
  return new UpstreamFault(upstream, 'broken', { cause });
}

function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const seconds = typeof header === 'string' && /^[0-9]{1,4}$/.test(header) ? Number(header) : undefined;
  return seconds === undefined ? undefined : Math.min(seconds, 60);
}

/** One question to a host that answers JSON. */
export type Question<Schema extends TSchema> = {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** What is relied on in the answer, and nothing more. */
  readonly schema: Schema;
};

/** A host that is asked with GET and answers JSON. */
export type JsonEndpoint = {
  /**
   * Asks, and a second time where the first brought no answer.
   *
   * @throws {UpstreamRefusal} with the host's own words; {@link UpstreamFault} when no usable answer came.
   */
  ask<Schema extends TSchema>(question: Question<Schema>, budget: Budget): Promise<Static<Schema>>;
  close(): Promise<void>;
};

/** Yields are all that is asked for this way. */
const UPSTREAM: Upstream = 'yield source';
/** Calls at the same time; more are refused, so that a slow source holds little. */
const IN_FLIGHT = 8;

/**
 * Opens a host; paths are appended to `url`, whose own path and query are kept and never logged.
 *
 * @param name - of the source, for whoever watches.
 */
export function createJsonEndpoint(url: string, name: string, ports: UpstreamPorts): JsonEndpoint {
  const { clock, watch } = ports;
  const endpoint = ports.openEndpoint(UPSTREAM, url);
  const onBreaker = (isOpen: boolean) => watch.onBreaker(name, isOpen);
  const guard = createGuard({ upstream: UPSTREAM, inFlight: IN_FLIGHT, clock, onBreaker });
  return {
    ask: ({ path, query = {}, schema }, budget) =>
      withinBudget(budget, ports, (milliseconds) =>
        guard.run(() =>
          watched(ports, name, 'read', async () =>
            readAnswer(UPSTREAM, await endpoint.send({ method: 'GET', path, query, milliseconds }), schema),
          ),
        ),
      ),
    close: endpoint.close,
  };
}

type ReadOptions = { readonly parse?: (text: string) => unknown; readonly isOnlyAsked?: boolean };

/** Of a reason, which goes into the log. */
const REASON_CHARACTERS = 500;
const NO_REASON = 'it gave no reason.';

/**
 * Reads an answer of JSON.
 *
 * @param schema - only the members in use.
 * @param options.parse - parses it; numbers are doubles unless given.
 * @param options.isOnlyAsked - whether the call has no effects there: then a 500 with a reason is a refusal of this call,
 *   not a failure of the upstream.
 * @throws {UpstreamRefusal} with the upstream's own words for a status below 500 other than 200; {@link UpstreamFault} when
 *   the answer cannot be used.
 */
export function readAnswer<Schema extends TSchema>(
  upstream: Upstream,
  { status, text, retryAfter }: HttpAnswer,
  schema: Schema,
  { parse = (json): unknown => JSON.parse(json), isOnlyAsked = false }: ReadOptions = {},
): Static<Schema> {
  const reason = status === 200 ? undefined : findReason(text);
  const isRefusal = status < 500 || (status === 500 && isOnlyAsked && reason !== undefined);
  if (!isRefusal) throw new UpstreamFault(upstream, 'status', { status, retryAfter });
  if (status !== 200) throw new UpstreamRefusal(upstream, status, reason ?? NO_REASON, retryAfter);
  const answer = parseText(upstream, text, parse);
  if (!Check(schema, answer)) throw new UpstreamFault(upstream, 'malformed');
  return answer;
}

function parseText(upstream: Upstream, text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new UpstreamFault(upstream, 'malformed', { cause });
  }
}

/**
 * Finds the reason in the body of a refusal; undefined where none is given.
 *
 * Upstreams say `{error: {code, message}}` or `{error: text}`; gateways in front of them also `{message}`, or
 * something that is not JSON.
 */
function findReason(text: string): string | undefined {
  try {
    const { error, message }: { error?: unknown; message?: unknown } = Object(JSON.parse(text));
    const words = Object(error).message ?? error ?? message;
    return typeof words === 'string' ? words.slice(0, REASON_CHARACTERS) : undefined;
  } catch {
    return undefined;
  }
}

/** Opens the way to one URL of an upstream. */
export type OpenEndpoint = (upstream: Upstream, url: string) => HttpEndpoint;

/** What the client of an upstream stands on. */
export type UpstreamPorts = {
  readonly clock: Clock;
  readonly random: Random;
  readonly openEndpoint: OpenEndpoint;
  readonly watch: UpstreamWatch;
};
