import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { BASE_PATH, OPERATIONS, type Operation } from '@staking-agent/wire';

/** What a request has beside its path. */
export type Ask = {
  readonly method?: string;
  /** Text as it is; anything else as JSON. */
  readonly body?: unknown;
  /** Several values of one header make the request go over a bare socket, as it does with `isRaw`. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sends the path as it is written, which fetch would tidy up. */
  readonly isRaw?: boolean;
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
  const once = async (target: string, sent: Sent, isRaw: boolean): Promise<Exchange> => {
    const startedAt = performance.now();
    const answer = await (isRaw ? sendRaw(target, sent) : sendPlainly(target, sent)).catch((error) => {
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
      const needsSocket = ask.isRaw === true || Object.values(sent.headers).some(Array.isArray);
      for (let left = RETRIES; ; left -= 1) {
        const exchange = await once(target, sent, needsSocket);
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

async function sendPlainly(url: string, { method, headers, body }: Sent): Promise<Answer> {
  const answer = await fetch(url, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    redirect: 'manual',
    signal: AbortSignal.timeout(LIMIT_MILLISECONDS),
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text, body: parseJson(text) };
}

async function sendRaw(url: string, { method, target, headers, body = '' }: Sent): Promise<Answer> {
  const { host } = new URL(url);
  const lines = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  const length = Buffer.byteLength(body);
  const head = `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}Content-Length: ${length}\r\nConnection: close\r\n\r\n`;
  return parseAnswer(await exchangeBytes(new URL(url), Buffer.from(`${head}${body}`, 'latin1')));
}

/** Sends bytes on a bare socket and reads until the other side hangs up. */
function exchangeBytes(url: URL, bytes: Buffer): Promise<string> {
  const { protocol, hostname, port } = url;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const isSecure = protocol === 'https:';
    const socket = isSecure
      ? connectSecurely({ host: hostname, port: Number(port || 443), servername: hostname })
      : connect({ host: hostname, port: Number(port || 80) });
    socket.setTimeout(LIMIT_MILLISECONDS, () => socket.destroy(new Error('no answer in time')));
    socket.once(isSecure ? 'secureConnect' : 'connect', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
    socket.once('error', reject);
  });
}

function parseAnswer(text: string): Answer {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) throw new Error('the connection was closed');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
  const rest = text.slice(end + 4);
  const body = /chunked/i.test(headers['transfer-encoding'] ?? '') ? joinChunks(rest) : rest;
  return { status: Number(statusLine.split(' ')[1]), headers, text: body, body: parseJson(body) };
}

function joinChunks(text: string): string {
  const [line = ''] = text.split('\r\n', 1);
  const size = Number.parseInt(line, 16);
  if (!(size > 0)) return '';
  const bytes = Buffer.from(text.slice(line.length + 2), 'utf8');
  const chunk = bytes.subarray(0, size).toString('utf8');
  return chunk + joinChunks(bytes.subarray(size + 2).toString('utf8'));
}

/** A request as it was sent. */
type Sent = {
  readonly method: string;
  /** Path and query as they stand in the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
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
