import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Static, TSchema } from 'typebox';
import { Check } from 'typebox/schema';
import { type Dispatcher, Pool } from 'undici';
import { type Upstream, UpstreamFault, UpstreamRefusal } from '../problems/faults.ts';
import { currentSpan, endSpan, printTraceparent, runInSpan, startCall } from '../runtime/callers.ts';
import type { Clock, Random } from '../runtime/clock.ts';
import { type Budget, createGuard, withinBudget } from './guard.ts';

/** Largest answer that is read, in bytes. */
const ANSWER_LIMIT = 2 * 1024 * 1024;
/** Largest rest of a useless answer that is read so that its connection can serve again, in bytes. */
const DISCARD_LIMIT = 65_536;
const CONNECT_MILLISECONDS = 1_500;
const CONNECTIONS = 64;
const FIELDS = { 'content-type': 'application/json', 'accept-encoding': 'identity' };

/** One HTTP request to an endpoint. */
export type Exchange = {
  readonly method: 'GET' | 'POST';
  /** Appended to the endpoint's own path. */
  readonly path?: string;
  /** A parameter with several values is repeated. */
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  /** JSON text. */
  readonly body?: string;
  /** Limit of the whole exchange, body included. */
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

/** Opens connections to one URL of an upstream. */
export type OpenEndpoint = (upstream: Upstream, url: string) => HttpEndpoint;

/** The end of a call to an upstream: answered, refused with its reason, or without a usable answer. */
type CallResult = 'answered' | 'refused' | UpstreamFault['kind'] | 'failed';

/** Receives the result of every call to an upstream, and the state of every breaker. */
export type UpstreamWatch = {
  /**
   * @param upstream - `rpc1`, `router`: a name from the configuration, never a URL.
   * @param operation - one of a fixed set: an RPC method, a path without its parameters.
   */
  onCall(upstream: string, operation: string, outcome: CallResult, seconds: number): void;
  onBreaker(guard: string, isOpen: boolean): void;
};

export const NO_WATCH: UpstreamWatch = { onCall: () => undefined, onBreaker: () => undefined };

/** Time, randomness, connections and metrics of the clients of upstreams. */
export type UpstreamPorts = {
  readonly clock: Clock;
  readonly random: Random;
  readonly openEndpoint: OpenEndpoint;
  readonly watch: UpstreamWatch;
};

/** Opens connections to one URL, whose path and query are kept and never logged. */
export function createHttpEndpoint(
  upstream: Upstream,
  url: string,
  clock: Clock,
  findAddresses: LookupFunction = createLookup(clock),
): HttpEndpoint {
  const base = new URL(url);
  const pool = new Pool(base.origin, {
    connections: CONNECTIONS,
    connect: { timeout: CONNECT_MILLISECONDS, lookup: findAddresses },
  });
  return {
    async send({ method, path = '', query, body = null, milliseconds }) {
      const abort = new AbortController();
      // Of the whole exchange: undici's own body timeout only counts the pause between two chunks.
      const timer = clock.after(milliseconds, () => abort.abort(new DeadlinePassed()));
      try {
        const answer = await pool.request({
          method,
          path:
            path === '' && query === undefined ? base.pathname + base.search : printTarget(base, path, query),
          headers: createFields(),
          body,
          signal: abort.signal,
        });
        return await receive(upstream, answer);
      } catch (error) {
        throw toFault(upstream, error);
      } finally {
        timer.cancel();
      }
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

function createFields(): Readonly<Record<string, string>> {
  const span = currentSpan();
  return span === undefined ? FIELDS : { ...FIELDS, traceparent: printTraceparent(span) };
}

async function receive(
  upstream: Upstream,
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
): Promise<HttpAnswer> {
  const isRedirect = status >= 300 && status < 400;
  const isEncoded = (headers['content-encoding'] ?? 'identity') !== 'identity';
  if (isRedirect || isEncoded) {
    body.dump({ limit: DISCARD_LIMIT }).catch(() => undefined);
    throw new UpstreamFault(upstream, isRedirect ? 'status' : 'malformed', { status });
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > ANSWER_LIMIT) throw new UpstreamFault(upstream, 'malformed');
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks, size).toString('utf8');
  return { status, text, retryAfter: readRetryAfter(headers['retry-after']) };
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

/** After this time without an answer from DNS, the addresses that were found last are used. */
const DNS_MILLISECONDS = 500;

/**
 * Creates the look-up of one host, which finds addresses as the machine does.
 *
 * While DNS fails or does not answer, the addresses that were found last are used: a name server that is down takes no
 * upstream away. undici's own cache needs a pool for each address, and forgets addresses after their time.
 *
 * @param find - looks all addresses of a name up.
 */
export function createLookup(clock: Clock, find: typeof lookup = lookup): LookupFunction {
  let known: LookupAddress[] | undefined;
  return (host, { all, family }, callback) => {
    let isAnswered = false;
    const answer = (error: NodeJS.ErrnoException | null) => {
      if (isAnswered) return;
      isAnswered = true;
      timer.cancel();
      const found = known?.filter((each) => !family || each.family === family) ?? [];
      if (found[0] === undefined) callback(error ?? new Error('There is no address.'), '', 0);
      else if (all) callback(null, found);
      else callback(null, found[0].address, found[0].family);
    };
    const timer = clock.after(DNS_MILLISECONDS, () => known && answer(null));
    find(host, { all: true }, (error, found) => {
      if (error === null) known = found;
      answer(error);
    });
  };
}

/** Runs a call, as a part of the trace that it is made for, and reports its result. */
export async function watched<Result>(
  { watch, clock }: UpstreamPorts,
  upstream: string,
  operation: string,
  call: () => Promise<Result>,
): Promise<Result> {
  const started = clock.elapsed();
  const span = startCall(`${upstream} ${operation}`, { 'peer.service': upstream });
  const report = (result: CallResult) => {
    watch.onCall(upstream, operation, result, (clock.elapsed() - started) / 1_000);
    endSpan(span, { 'staking.result': result }, result !== 'answered' && result !== 'refused');
  };
  try {
    const result = await runInSpan(span, call);
    report('answered');
    return result;
  } catch (error) {
    if (error instanceof UpstreamFault) report(error.kind);
    else report(error instanceof UpstreamRefusal ? 'refused' : 'failed');
    throw error;
  }
}

/** One call to a host that answers JSON. */
export type JsonCall<Schema extends TSchema> = Omit<Exchange, 'milliseconds' | 'body'> & {
  /** Name for metrics: one of a fixed set. */
  readonly operation: string;
  /** Makes the body once the call has its turn; what it throws is thrown, and nothing is sent. */
  readonly write?: () => Promise<string>;
  /** The members of the answer that are relied on. */
  readonly schema: Schema;
};

/** The settings of a host. */
type JsonClientOptions = {
  readonly upstream: Upstream;
  /** Name of the host for metrics, never its URL. */
  readonly name: string;
  /** Name of the breaker for metrics; that of the host unless given. */
  readonly guard?: string;
  /** Calls at the same time; more wait for a turn or are refused. 8 unless given. */
  readonly inFlight?: number;
  /** Throws while the operator has stopped the host; asked before guard and breaker, as it says nothing of the host. */
  readonly assertRunning?: () => void;
  /** Parses answers; numbers are doubles unless given. */
  readonly parse?: (text: string) => unknown;
  /** True if calls have no effects: then a 500 with a reason is a refusal of this call, not a failure of the host. */
  readonly isReadOnly?: boolean;
};

/**
 * Opens a host that answers JSON, behind a guard; the paths of calls are appended to `url`, whose own path and query are kept
 * and never logged.
 */
export function createJsonClient(url: string, options: JsonClientOptions, ports: UpstreamPorts) {
  const { upstream, name, guard: guardName = name, inFlight = 8, assertRunning } = options;
  const endpoint = ports.openEndpoint(upstream, url);
  const onBreaker = (isOpen: boolean) => ports.watch.onBreaker(guardName, isOpen);
  const guard = createGuard(upstream, inFlight, ports.clock, onBreaker);
  /** Makes a call once. */
  const askOnce = <Schema extends TSchema>(
    { operation, write, schema, ...exchange }: JsonCall<Schema>,
    milliseconds: number,
  ): Promise<Static<Schema>> =>
    guard.run(async () => {
      const body = write && { body: await write() };
      return await watched(ports, name, operation, async () =>
        readAnswer(await endpoint.send({ ...exchange, ...body, milliseconds }), schema, options),
      );
    });
  return {
    askOnce,
    /**
     * Makes a call, and a second time where the first brought no answer.
     *
     * @throws {UpstreamRefusal} with the host's own words; {@link UpstreamFault} when no usable answer came.
     */
    async ask<Schema extends TSchema>(call: JsonCall<Schema>, budget: Budget): Promise<Static<Schema>> {
      assertRunning?.();
      return await withinBudget(budget, ports, (milliseconds) => askOnce(call, milliseconds));
    },
    close: endpoint.close,
  };
}

/** Longest reason that is kept for the log, in characters. */
const REASON_CHARACTERS = 500;

function readAnswer<Schema extends TSchema>(
  { status, text, retryAfter }: HttpAnswer,
  schema: Schema,
  { upstream, parse = (json): unknown => JSON.parse(json), isReadOnly = false }: JsonClientOptions,
): Static<Schema> {
  if (status !== 200) {
    const reason = findReason(text);
    const isRefusal = status < 500 || (status === 500 && isReadOnly && reason !== undefined);
    if (!isRefusal) throw new UpstreamFault(upstream, 'status', { status, retryAfter });
    throw new UpstreamRefusal(upstream, status, reason ?? 'it gave no reason.', retryAfter);
  }
  const answer = parseText(upstream, text, parse);
  if (!Check(schema, answer)) throw new UpstreamFault(upstream, 'malformed');
  return answer;
}

/** Parses an answer. @throws {UpstreamFault} `malformed` for what is none. */
export function parseText(upstream: Upstream, text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch (cause) {
    throw new UpstreamFault(upstream, 'malformed', { cause });
  }
}

/**
 * Finds the reason in the body of a refusal; undefined where none is given.
 *
 * Upstreams write `{error: {code, message}}` or `{error: text}`; gateways in front of them also `{message}`, or something
 * that is not JSON.
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
