import type { LookupFunction } from 'node:net';
import { Pool } from 'undici';
import type { Clock } from '../background/clock.ts';
import { currentTrace } from '../tracing/trace.ts';
import { printTraceparent } from '../tracing/trace-context.ts';
import { type Upstream, UpstreamFault } from './upstream-fault.ts';

/** Bytes of an answer beyond which an upstream is not listened to. */
const ANSWER_LIMIT = 2 * 1024 * 1024;
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
  return {
    async send({ method, path = '', query = {}, body, milliseconds }) {
      const asked = Object.entries(query).flatMap(([name, value]) =>
        [value].flat().map((one) => [name, one]),
      );
      const search = new URLSearchParams([...base.searchParams, ...asked] as [string, string][]).toString();
      // Of the whole exchange: undici's own body timeout only counts the pause between two chunks.
      const deadline = new AbortController();
      const timer = clock.after(milliseconds, () => deadline.abort(new DeadlinePassed()));
      const pathname = path === '' ? base.pathname : `${base.pathname.replace(/\/$/, '')}${path}`;
      try {
        const answer = await pool.request({
          method,
          path: search === '' ? pathname : `${pathname}?${search}`,
          headers: createFields(),
          ...(body === undefined ? {} : { body }),
          signal: deadline.signal,
        });
        const { statusCode: status, headers } = answer;
        const retryAfter = readRetryAfter(headers['retry-after']);
        if (status >= 300 && status < 400) {
          discard(answer.body);
          throw new UpstreamFault(upstream, 'status', { status });
        }
        if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
          discard(answer.body);
          throw new UpstreamFault(upstream, 'malformed', { status });
        }
        return { status, text: await readText(upstream, answer.body), retryAfter };
      } catch (error) {
        throw toFault(upstream, error);
      } finally {
        timer.cancel();
      }
    },
    close: () => pool.destroy(),
  };
}

function createFields(): Readonly<Record<string, string>> {
  const trace = currentTrace();
  return trace === undefined ? FIELDS : { ...FIELDS, traceparent: printTraceparent(trace.context) };
}

// Read to its end up to a bound, so that the connection can serve again; what goes wrong meanwhile is no news.
function discard(body: { dump(options: { limit: number }): Promise<void> }): void {
  body.dump({ limit: 65_536 }).catch(() => undefined);
}

async function readText(upstream: Upstream, body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > ANSWER_LIMIT) throw new UpstreamFault(upstream, 'malformed');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
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
  const { code, syscall } = Object(cause) as { code?: unknown; syscall?: unknown };
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
