import { type IncomingMessage, request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { text as readText } from 'node:stream/consumers';
import { BASE_PATH, OPERATIONS, type Operation } from '@staking-agent/wire';

/** The parts of a request beside its path. */
export type Ask = {
  readonly method?: string;
  /** Text as it is; anything else as JSON. */
  readonly body?: unknown;
  /** A header with several values is sent as often. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
};

/** Sends requests to a deployment and keeps what was exchanged. */
export type Client = {
  /** Below the base path, unless it begins with a scheme. */
  ask(path: string, ask?: Ask): Promise<Exchange>;
  /** Everything that was exchanged so far, in the order of the answers. */
  readonly exchanges: readonly Exchange[];
};

const JSON_TYPE = { 'content-type': 'application/json' };
/** Longer than any answer takes: `wait` holds one back for half a minute. */
const LIMIT_MILLISECONDS = 45_000;
/** How often a request is sent again after 429. */
const RETRIES = 5;
const MAX_PAUSE_SECONDS = 20;

/**
 * Makes a client of one deployment. A request that is over the caller's budget is sent again when `Retry-After` says so.
 *
 * @param url - scheme, host and, where a proxy has one, the path before the base path; without a slash at the end.
 */
export function createClient(url: string): Client {
  const exchanges: Exchange[] = [];
  const once = async (target: string, sent: Sent): Promise<Exchange> => {
    const startedAt = performance.now();
    const answer = await send(target, sent).catch((error) => {
      throw new Breach(`${sent.method} ${sent.target} got no answer: ${describe(error)}`);
    });
    const exchange = { sent, answer, milliseconds: performance.now() - startedAt };
    exchanges.push(exchange);
    return exchange;
  };
  return {
    exchanges,
    async ask(path, ask = {}) {
      const target = path.startsWith('/') ? `${url}${BASE_PATH}${path}` : path;
      const sent = toSent(target, ask);
      for (let left = RETRIES; ; left -= 1) {
        const exchange = await once(target, sent);
        if (exchange.answer.status !== 429 || left === 0) return exchange;
        const seconds = Number(exchange.answer.headers['retry-after'] ?? 1);
        await pause(Math.min(Number.isFinite(seconds) ? seconds : 1, MAX_PAUSE_SECONDS));
      }
    },
  };
}

function toSent(target: string, { method = 'GET', body, headers = {} }: Ask): Sent {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method,
    target: target.slice(new URL(target).origin.length),
    headers: { ...(text !== undefined && JSON_TYPE), ...headers },
    body: text,
  };
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1_000);
  });
}

function describe(error: unknown): string {
  const { message, cause }: { message?: unknown; cause?: unknown } = Object(error);
  return cause instanceof Error ? cause.message : String(message ?? error);
}

/** Sends a request as it is written: nothing tidies the path, and a header with several values is sent as often. */
async function send(url: string, { method, target, headers, body }: Sent): Promise<Answer> {
  const { protocol, origin } = new URL(url);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const open = protocol === 'https:' ? requestSecurely : request;
    const signal = AbortSignal.timeout(LIMIT_MILLISECONDS);
    // Some methods have no length unless it is given.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = {
      method,
      path: target,
      headers: { ...headers, ...length },
      agent: false,
      signal,
    } as const;
    open(origin, options, resolve).once('error', reject).end(body);
  });
  const text = await readText(answer);
  const lines = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  return { status: answer.statusCode ?? 0, headers: Object.fromEntries(lines), text, body: parseJson(text) };
}

/** A request as it was sent. */
type Sent = {
  readonly method: string;
  /** Path and query as they stand in the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | undefined;
};

/** An answer as it came. */
type Answer = {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The text as JSON; undefined where it is none. */
  readonly body: unknown;
};

/** A request, its answer and the time between. */
export type Exchange = {
  readonly sent: Sent;
  readonly answer: Answer;
  readonly milliseconds: number;
};

const MATCHERS = Object.values(OPERATIONS).map((operation: Operation) => ({
  operation,
  pattern: new RegExp(`${BASE_PATH}${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Finds the operation of a request; undefined for an unknown path or a method that the path does not accept. */
export function findOperation({ method, target }: Sent): Operation | undefined {
  const [path = ''] = target.split('?');
  return MATCHERS.find(({ operation, pattern }) => operation.method === method && pattern.test(path))
    ?.operation;
}

/** Parses JSON text; returns undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a member of a body, also a nested one; undefined when it is missing. */
export function memberAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, key) => Object(at)[key], value);
}

/** The contract is broken, and the exchange that shows it. */
export class Breach extends Error {
  override readonly name = 'Breach';
  readonly exchange: Exchange | undefined;

  /** @param message - what came, and what would be right. */
  constructor(message: string, exchange?: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}

/** A check that cannot be made here; the message says what it lacks. */
export class Skipped extends Error {
  override readonly name = 'Skipped';
}
