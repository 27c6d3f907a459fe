import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Representation, Resource } from '@staking-agent/console';
import { BASE_PATH, HEADERS, type Operation, type StatusAnswer } from '@staking-agent/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { printCalendar } from '../answers/positions.ts';
import { type ProblemError, problem } from '../problems/problem.ts';
import type { MediaForm, RoutePorts } from '../routes/handler.ts';
import { actFor } from '../runtime/callers.ts';
import { requireAddress } from '../strategies/prepare.ts';
import { readBody } from './requests.ts';

/** How the requests to one path are answered. */
export type Endpoint = {
  /** The path: `:name` stands for a segment, a `*` at the end for whatever follows. */
  readonly pattern: string;
  /** HEAD comes with GET, OPTIONS with both, and the body is read with POST; every other method is refused. */
  readonly method: 'GET' | 'POST';
  /** The operation of the contract that it answers, if any. */
  readonly operation?: Operation;
  /** Refuses by the head of a request, before its body is looked at. */
  readonly admit?: (request: FastifyRequest) => void;
  /** Called once the body is read, as bytes; returns what is sent. */
  answer(request: FastifyRequest, reply: FastifyReply): unknown;
  /** The problem for what was thrown, in words of this path; the general one unless given. */
  readonly toProblem?: (thrown: unknown) => ProblemError;
};

/** Makes the endpoint of the withdrawals of a wallet's stake as a calendar, beside its positions. */
export function createCalendarEndpoint(services: RoutePorts): Endpoint {
  const { wallets, clock } = services;
  return {
    pattern: `${BASE_PATH}/wallets/:wallet/calendar.ics`,
    method: 'GET',
    async answer(request, reply) {
      const { wallet: text = '' }: { wallet?: string } = Object(request.params);
      const wallet = requireAddress(text, 'wallet').text;
      const { positions } = await actFor({ caller: request.caller }, () =>
        wallets.read(wallet, [], services),
      );
      reply.type('text/calendar; charset=utf-8');
      return printCalendar(positions, clock.now());
    },
  };
}

/**
 * Makes the endpoints of the status beside the base path: `/status` for people, `/status.json` for programs.
 *
 * @param printPage - prints the page, with the headers that it needs.
 */
export function createStatusEndpoints(
  readStatus: () => StatusAnswer,
  printPage: (
    status: StatusAnswer,
  ) => Promise<{ readonly html: string; readonly headers: Record<string, string> }>,
): readonly Endpoint[] {
  return [
    {
      pattern: '/status',
      method: 'GET',
      async answer(_request, reply) {
        const { html, headers } = await printPage(readStatus());
        reply.headers({ ...headers, 'x-content-type-options': 'nosniff' });
        reply.type('text/html; charset=utf-8');
        return html;
      },
    },
    { pattern: '/status.json', method: 'GET', answer: () => readStatus() },
  ];
}

const MCP_PATH = '/mcp';

/** Makes the endpoint for agents that speak the Model Context Protocol, beside the API and by its operations alone. */
export function createMcpEndpoint(app: FastifyInstance, siteOrigin: string): Endpoint {
  return {
    pattern: MCP_PATH,
    method: 'POST',
    async answer(request, reply) {
      // With the first request, so that no start waits for it.
      const { answerHttp } = await import('@staking-agent/mcp');
      const { method, headers } = request;
      // Its host is judged by the field: not every one makes a URL.
      const asked = new Request(`${siteOrigin}${MCP_PATH}`, { method, headers: listFields(headers) });
      const ports = { siteOrigin, fetch: createFetch(app, request) };
      const answer = await answerHttp(asked, readBody(request), ports);
      const { 'content-type': label, ...others } = Object.fromEntries(answer.headers);
      reply.code(answer.status).headers(others).type(withCharset(label));
      return await answer.text();
    },
  };
}

function withCharset(label = 'text/plain'): string {
  return label.includes('charset=') ? label : `${label}; charset=utf-8`;
}

/** Reaches the API within the process: from the caller's address, and with the caller's partner key. */
function createFetch(app: FastifyInstance, { ip, headers }: FastifyRequest): typeof globalThis.fetch {
  const { [HEADERS.partnerKey.toLowerCase()]: key } = headers;
  return async (input, init = {}) => {
    const { pathname, search } = new URL(String(input));
    const answer = await app.inject({
      method: init.method === 'POST' ? 'POST' : 'GET',
      url: `${pathname}${search}`,
      remoteAddress: ip,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        ...(typeof key === 'string' && { [HEADERS.partnerKey]: key }),
      },
      ...(typeof init.body === 'string' && { payload: init.body }),
    });
    return new Response(answer.body, { status: answer.statusCode, headers: listFields(answer.headers) });
  };
}

function listFields(headers: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
}

export type Pages = { get(path: string): Resource | undefined | Promise<Resource | undefined> };

/** Bytes of a form with what identifies them. */
type Content = { readonly bytes: Buffer; readonly etag: string };

const compress = promisify(gzip);

/** Smaller forms gain nothing by compression. */
const LEAST_COMPRESSED = 1_024;

/** Where pages can be, so that every other path stays unknown. */
const PATHS = [
  '/',
  '/index.md',
  '/openapi.json',
  `${BASE_PATH}/openapi.json`,
  '/llms.txt',
  '/llms-full.txt',
  '/docs',
  '/docs.md',
  '/docs/*',
  '/errors',
  '/errors.md',
  '/errors.json',
  '/errors/*',
  '/changelog',
  '/changelog.md',
  '/changelog.atom',
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
  const contents = new Map<Representation, Promise<{ plain: Content; compressed: Content | undefined }>>();
  const load = () => {
    loading ??= loadPages();
    // A load that failed is tried again.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const print = (form: Representation) => {
    const known = contents.get(form);
    if (known !== undefined) return known;
    const printed = printForm(form);
    contents.set(form, printed);
    printed.catch(() => contents.delete(form));
    return printed;
  };
  const answer = async (pattern: string, request: FastifyRequest, reply: FastifyReply) => {
    const { accept, 'accept-encoding': encodings } = request.headers;
    const pages = await load();
    const forms = (await pages.get(getPath(request.url))) ?? (await pages.get(pattern));
    if (forms === undefined) throw problem('PATH_NOT_FOUND');
    const form = chooseForm(accept, forms);
    const { plain, compressed } = await print(form);
    const isCompressed = compressed !== undefined && acceptsGzip(encodings);
    return send(request, reply, form, isCompressed ? compressed : plain, isCompressed);
  };
  return PATHS.map((pattern) => ({
    pattern,
    method: 'GET',
    answer: (request, reply) => answer(pattern, request, reply),
  }));
}

/** The path as it was sent, also in absolute form: pages have plain names, and nothing is looked for on a disk. */
function getPath(url: string): string {
  const [target = url] = url.split('?', 1);
  return target.startsWith('/') ? target : target.replace(/^\w+:\/\/[^/]*/, '');
}

async function printForm(form: Representation): Promise<{ plain: Content; compressed: Content | undefined }> {
  const bytes = Buffer.from(await form.render());
  const compressed = bytes.length < LEAST_COMPRESSED ? undefined : identify(await compress(bytes));
  return { plain: identify(bytes), compressed };
}

function identify(bytes: Buffer): Content {
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` };
}

function send(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  form: Representation,
  { bytes, etag }: Content,
  isCompressed: boolean,
): FastifyReply {
  reply.headers({
    'cache-control': 'public, max-age=300',
    ...form.headers,
    etag,
    vary: 'Accept, Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  if (isKnown(headers['if-none-match'], etag)) return reply.code(304).send();
  if (isCompressed) reply.header('content-encoding', 'gzip');
  return reply.header('content-type', form.contentType).send(bytes);
}

// Weakly, as RFC 9110, 13.1.2 has it: a proxy that changed the coding has marked the tag.
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((each) => ['*', etag].includes(each.trim().replace(/^W\//, '')));
}

/** The longest field that is read; nothing that chooses among a few forms is longer. */
const LONGEST = 1_000;

/**
 * Chooses the form of a resource that a request prefers (RFC 9110, 12.5.1).
 *
 * @param accept - the `Accept` field; whatever is malformed in it says nothing.
 * @param forms - first the one for callers who prefer none, who also get it when they accept none.
 */
export function chooseForm<Each extends MediaForm>(
  accept: string | undefined,
  [first, ...others]: readonly [Each, ...Each[]],
): Each {
  const ranges = parseAccept(accept ?? '');
  let chosen = first;
  let best = getQuality(first.mediaType, ranges);
  for (const form of others) {
    const quality = getQuality(form.mediaType, ranges);
    if (quality > best) [chosen, best] = [form, quality];
  }
  return chosen;
}

/** Says whether a request takes content compressed by gzip. */
function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  if (typeof acceptEncoding !== 'string') return false;
  const codings = parseAccept(acceptEncoding);
  return (codings.get('gzip') ?? codings.get('*') ?? 0) > 0;
}

/** Reads the quality of media ranges or codings, by name in lower case; other parameters are ignored. */
function parseAccept(field: string): ReadonlyMap<string, number> {
  const ranges = new Map<string, number>();
  if (field.length > LONGEST) return ranges;
  for (const part of field.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
    const quality =
      weight === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
    if (name !== '' && !ranges.has(name)) ranges.set(name, quality);
  }
  return ranges;
}

// The most specific range that fits decides.
function getQuality(mediaType: string, ranges: ReadonlyMap<string, number>): number {
  const [type = ''] = mediaType.split('/');
  return ranges.get(mediaType) ?? ranges.get(`${type}/*`) ?? ranges.get('*/*') ?? 0;
}
