import { hash } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { BASE_PATH, HEADERS, type StatusAnswer } from '@staking-agent/wire';
import createRouter from 'find-my-way';
import { printCalendar } from '../answers/positions.ts';
import { type ProblemError, problem } from '../problems/problem.ts';
import type { RoutePorts } from '../routes/handler.ts';
import { actFor } from '../runtime/caller-context.ts';
import { requireAddress } from '../strategies/fields.ts';
import type { ReadAddress } from './callers.ts';
import type { Exchange } from './exchange.ts';
import { acceptsGzip, chooseForm, printStatusPage, STATUS_PAGE_POLICY } from './problems.ts';

/** How the requests to one path are answered. */
export type Endpoint = {
  /** The path: `:name` stands for a segment, a `*` at the end for whatever follows. */
  readonly pattern: string;
  /** HEAD comes with GET, OPTIONS with both, and the body is read with POST; every other method is refused. */
  readonly method: 'GET' | 'POST';
  /** Refuses by the head of a request, before its body is looked at. */
  readonly admit?: (exchange: Exchange) => void;
  /** Called once the body is parsed. */
  answer(exchange: Exchange): void | Promise<void>;
  /** The problem for what was thrown, in words of this path; the general one unless given. */
  readonly toProblem?: (thrown: unknown) => ProblemError;
};

/** What a path answers to, as the value of `Allow`. */
export const ALLOWED = { GET: 'GET, HEAD, OPTIONS', POST: 'POST, OPTIONS' } as const;

/** Where a path leads. */
export type Found = {
  /** Undefined for a path that nothing serves. */
  readonly endpoint: Endpoint | undefined;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, unknown>>;
};

/** Finds what serves a target; undefined for one with a malformed escape. */
export type FindEndpoint = (url: string) => Found | undefined;

const NOWHERE: Found = { endpoint: undefined, params: {}, query: {} };
/** The longest segment that stands for a name: longer than any head of a request. */
const LONGEST_SEGMENT = 16_384;

/** Makes the table of paths. Methods are no part of it: a path that is served refuses those it does not answer to. */
export function createRouteTable(endpoints: readonly Endpoint[]): FindEndpoint {
  const router = createRouter({ maxParamLength: LONGEST_SEGMENT, onBadUrl: () => undefined });
  for (const endpoint of endpoints) router.on('GET', endpoint.pattern, () => undefined, endpoint);
  return (url) => {
    const found = router.find('GET', url);
    if (found === null) return NOWHERE;
    const endpoint = found.store as Endpoint | null;
    return endpoint === null ? undefined : { endpoint, params: found.params, query: found.searchParams };
  };
}

/** Makes the endpoint of the withdrawals of a wallet's stake as a calendar, beside its positions. */
export function createCalendarEndpoint({ wallets, clock }: Pick<RoutePorts, 'wallets' | 'clock'>): Endpoint {
  return {
    pattern: `${BASE_PATH}/wallets/:wallet/calendar.ics`,
    method: 'GET',
    async answer(exchange) {
      const wallet = requireAddress(exchange.params['wallet'] ?? '', 'wallet').text;
      const { positions } = await actFor(exchange.caller, () => wallets.read(wallet, []));
      exchange.send('text/calendar; charset=utf-8', printCalendar(positions, clock.now()));
    },
  };
}

/** Makes the endpoints of the status beside the base path: `/status` for people, `/status.json` for programs. */
export function createStatusEndpoints(readStatus: () => StatusAnswer): readonly Endpoint[] {
  return [
    {
      pattern: '/status',
      method: 'GET',
      answer(exchange) {
        exchange.setHeader('content-security-policy', STATUS_PAGE_POLICY);
        exchange.setHeader('x-content-type-options', 'nosniff');
        exchange.send('text/html; charset=utf-8', printStatusPage(readStatus()));
      },
    },
    { pattern: '/status.json', method: 'GET', answer: (exchange) => exchange.sendJson(readStatus()) },
  ];
}

const PATH = '/mcp';

/** Answers a request of an agent; `fetch` reaches this API as its caller. */
export type AnswerMcp = (
  request: Request,
  body: unknown,
  ports: { readonly siteOrigin: string; readonly fetch: typeof globalThis.fetch },
) => Promise<Response>;

/** What agents are served with. */
export type McpPorts = {
  readonly siteOrigin: string;
  readonly readAddress: ReadAddress;
  /** Answers every request to this service. */
  readonly listener: RequestListener;
  /** Called with the first request, so that no start waits for it. */
  load(): Promise<AnswerMcp>;
};

/** Makes the endpoint for agents that speak the Model Context Protocol, beside the API and by its operations alone. */
export function createMcpEndpoint(ports: McpPorts): Endpoint {
  return {
    pattern: PATH,
    method: 'POST',
    async answer(exchange) {
      const answer = await ports.load();
      const { siteOrigin } = ports;
      const fetch = createFetch(exchange, ports);
      const response = await answer(toWebRequest(exchange, siteOrigin), exchange.body, { siteOrigin, fetch });
      exchange.status = response.status;
      const { 'content-type': label, ...fields } = Object.fromEntries(response.headers);
      exchange.setHeaders(fields);
      exchange.send(withCharset(label), await response.text());
    },
  };
}

function withCharset(label = 'text/plain'): string {
  return label.includes('charset=') ? label : `${label}; charset=utf-8`;
}

/** The request without its body, which is parsed already. Its host is judged by the field: not every one makes a URL. */
function toWebRequest({ method, headers }: Exchange, siteOrigin: string): Request {
  const fields = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Request(`${siteOrigin}${PATH}`, { method, headers: fields });
}

/** Reaches the API within the process: from the caller's address, and with the caller's partner key. */
function createFetch(
  { raw, headers: { [HEADERS.partnerKey.toLowerCase()]: key } }: Exchange,
  { listener, readAddress }: McpPorts,
) {
  const remoteAddress = readAddress(raw);
  return async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const { inject } = await import('light-my-request');
    const { pathname, search } = new URL(String(input));
    const answer = await inject(listener, {
      method: init.method ?? 'GET',
      url: `${pathname}${search}`,
      remoteAddress,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        ...(typeof key === 'string' && { [HEADERS.partnerKey]: key }),
      },
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    const fields = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(answer.body, { status: answer.statusCode, headers: fields });
  };
}

/** A form of a page, as the site gives it. */
type Form = {
  readonly mediaType: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  render(): string | Promise<Buffer>;
};

/** What has one form or several; the same path always has the same ones. */
type Forms = readonly [Form, ...Form[]];

/** Pages by path. */
export type Pages = { get(path: string): Forms | undefined | Promise<Forms | undefined> };

/** Bytes of a form with what identifies them. */
type Content = { readonly bytes: Buffer; readonly etag: string };

const compress = promisify(gzip);

/** What is smaller gains nothing. */
const LEAST_COMPRESSED = 1_024;

/** Where pages can be, so that every other path stays unknown. */
const PATHS = [
  '/',
  '/index.md',
  '/openapi.json',
  `${BASE_PATH}/openapi.json`,
  '/arazzo.json',
  '/signer.json',
  '/llms.txt',
  '/llms-full.txt',
  '/docs',
  '/docs.md',
  '/docs/*',
  '/errors',
  '/errors.md',
  '/errors.json',
  '/errors/*',
  '/assets/*',
  '/console.json',
  '/tx/:signature',
  '/.well-known/api-catalog',
  '/.well-known/agent-skills/*',
  '/mcp/server-card',
  '/.well-known/mcp/server-card.json',
];

/**
 * Makes the endpoints of what the deployment says of itself, beside the API.
 *
 * @param loadPages - called with the first request that needs them, so that no start waits for them.
 */
export function createSiteEndpoints(loadPages: () => Promise<Pages>): readonly Endpoint[] {
  let loading: Promise<Pages> | undefined;
  const contents = new Map<Form, Promise<{ plain: Content; compressed: Content | undefined }>>();
  const load = async () => {
    loading ??= loadPages();
    // What failed once is tried again.
    return loading.catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
  };
  const print = (form: Form) => {
    const known = contents.get(form);
    if (known !== undefined) return known;
    const printed = printForm(form);
    contents.set(form, printed);
    printed.catch(() => contents.delete(form));
    return printed;
  };
  const answer = async (exchange: Exchange) => {
    const { accept, 'accept-encoding': encodings } = exchange.headers;
    const pages = await load();
    const forms = (await pages.get(getPath(exchange))) ?? (await pages.get(exchange.pattern ?? ''));
    if (forms === undefined) throw problem('PATH_NOT_FOUND');
    const form = chooseForm(accept, forms);
    const { plain, compressed } = await print(form);
    const isCompressed = compressed !== undefined && acceptsGzip(encodings);
    send(exchange, form, isCompressed ? compressed : plain, isCompressed);
  };
  return PATHS.map((pattern) => ({ pattern, method: 'GET', answer }));
}

/** The path as it was sent, also in absolute form: pages have plain names, and nothing is looked for on a disk. */
function getPath({ url }: Exchange): string {
  const [target = url] = url.split('?', 1);
  return target.startsWith('/') ? target : target.replace(/^\w+:\/\/[^/]*/, '');
}

async function printForm(form: Form): Promise<{ plain: Content; compressed: Content | undefined }> {
  const bytes = Buffer.from(await form.render());
  const compressed = bytes.length < LEAST_COMPRESSED ? undefined : identify(await compress(bytes));
  return { plain: identify(bytes), compressed };
}

function identify(bytes: Buffer): Content {
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` };
}

function send(exchange: Exchange, form: Form, { bytes, etag }: Content, isCompressed: boolean): void {
  exchange.setHeaders({
    'cache-control': 'public, max-age=300',
    ...form.headers,
    etag,
    vary: 'Accept, Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  if (isKnown(exchange.headers['if-none-match'], etag)) {
    exchange.sendNothing(304);
    return;
  }
  if (isCompressed) exchange.setHeader('content-encoding', 'gzip');
  exchange.send(form.contentType, bytes);
}

// Weakly, as RFC 9110, 13.1.2 has it: a proxy that changed the coding has marked the tag.
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
}
