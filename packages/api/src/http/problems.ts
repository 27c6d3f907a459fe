import { hash } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  FIXED_HEADERS,
  HEADERS,
  MEDIA_TYPES,
  PROBLEMS,
  type Problem,
  problemHelp,
  problemType,
  type StatusAnswer,
} from '@staking-agent/wire';
import { fromUpstreamFailure } from '../problems/faults.ts';
import { isProblemError, type ProblemError, problem } from '../problems/problem.ts';
import { REQUEST_LIMITS } from './body.ts';

/** Returns the problem for anything thrown: itself, the one that a fault of an upstream or the store means, or `internal_error`. */
export function toProblemError(thrown: unknown): ProblemError {
  const error = fromUpstreamFailure(thrown);
  return isProblemError(error) ? error : problem('INTERNAL', undefined, { cause: error });
}

/** Prints a refusal as the members of RFC 9457 plus ours. */
export function problemBody(error: ProblemError, siteOrigin: string): Problem {
  const { slug, message: detail, code, retryable, outcome, members } = error;
  const { status, title } = PROBLEMS[slug];
  return {
    type: problemType(siteOrigin, slug),
    title,
    status,
    detail,
    code,
    retryable,
    ...(outcome === undefined ? {} : { outcome }),
    ...members,
  };
}

/** Prints where a refusal is explained, as the value of `Link`. */
export function problemLink({ slug, code }: ProblemError, siteOrigin: string): string {
  return `<${problemHelp(siteOrigin, slug, code)}>; rel="help"`;
}

/** The media type of every refusal. */
export const PROBLEM_MEDIA_TYPE = `${MEDIA_TYPES.problem}; charset=utf-8`;

const REFUSALS: ReadonlyMap<unknown, () => ProblemError> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', () => problem('REQUEST_TIMEOUT', { seconds: REQUEST_LIMITS.seconds })],
  ['HPE_HEADER_OVERFLOW', () => problem('HEADERS_TOO_LARGE', { bytes: REQUEST_LIMITS.headerBytes })],
]);

/**
 * Answers a request that never became a whole one (framing, header size, silence) on its bare socket, and closes it. An
 * answer that is due to an earlier request goes out in its place: bytes behind a request take nobody's answer away.
 */
export function answerRawFault(error: Error & { code?: string }, socket: Duplex, siteOrigin: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = REFUSALS.get(error.code)?.() ?? problem('REQUEST_MALFORMED', { fault: 'framing' });
  refuseOnSocket(refusal, socket, siteOrigin);
}

/** Answers a request for a tunnel, which Node takes off the server with its socket, and closes that. */
export function refuseTunnel(socket: Duplex, siteOrigin: string): void {
  // Nobody else listens to it any more, or ends it after a time.
  socket.on('error', () => socket.destroy());
  socket.once('finish', () => socket.destroy());
  socket.resume();
  const allow = 'GET, HEAD, POST, OPTIONS';
  refuseOnSocket(problem('METHOD_NOT_ALLOWED', { allow }, { headers: { Allow: allow } }), socket, siteOrigin);
}

function refuseOnSocket(refusal: ProblemError, socket: Duplex, siteOrigin: string): void {
  const due = findDueAnswer(socket);
  if (due !== undefined) {
    socket.pause();
    due.once('finish', () => socket.end(() => socket.destroy()));
    return;
  }
  const { status, headers, body } = printProblem(refusal, siteOrigin);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Answers a request that is not looked at, and closes its connection. */
export function answerRaw(response: ServerResponse, refusal: ProblemError, siteOrigin: string): void {
  const { status, headers, body } = printProblem(refusal, siteOrigin);
  response.writeHead(status, headers).end(body);
}

/** Answers a request with an `Expect` header other than `100-continue`, which Node keeps from the routes. */
export function refuseExpectation(response: ServerResponse, siteOrigin: string): void {
  answerRaw(response, problem('REQUEST_MALFORMED', { fault: 'expectation' }), siteOrigin);
}

// An earlier request on this socket, wholly received, is still owed its answer: a refusal written now would be
// taken for it. Node keeps the answer in progress in this field and offers no other way to see it.
function findDueAnswer(socket: Duplex): ServerResponse | undefined {
  const { _httpMessage: current } = socket as Duplex & { _httpMessage?: ServerResponse | null };
  return current != null && (current.req.complete || current.headersSent) ? current : undefined;
}

function printProblem(refusal: ProblemError, siteOrigin: string) {
  const printed = problemBody(refusal, siteOrigin);
  const body = JSON.stringify(printed);
  const headers = {
    ...FIXED_HEADERS,
    ...refusal.headers,
    [HEADERS.link]: problemLink(refusal, siteOrigin),
    'Cache-Control': 'no-store',
    'Content-Type': PROBLEM_MEDIA_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  return { status: printed.status, headers, body };
}

/** The longest field that is read; nothing that chooses among a few forms is longer. */
const LONGEST = 1_000;

/**
 * Chooses the form of a resource that a request prefers (RFC 9110, 12.5.1).
 *
 * @param accept - the `Accept` field; whatever is malformed in it says nothing.
 * @param forms - first the one for callers who prefer none, who also get it when they accept none.
 */
export function chooseForm<Form extends { readonly mediaType: string }>(
  accept: string | undefined,
  [first, ...others]: readonly [Form, ...Form[]],
): Form {
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
export function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  if (typeof acceptEncoding !== 'string') return false;
  const codings = parseAccept(acceptEncoding);
  const quality = (codings.get('gzip') ?? codings.get('*'))?.quality ?? 0;
  return quality > 0;
}

type Range = { readonly quality: number };

/** Media ranges or codings by name in lower case; parameters other than the quality say nothing here. */
function parseAccept(field: string): ReadonlyMap<string, Range> {
  const ranges = new Map<string, Range>();
  if (field.length > LONGEST) return ranges;
  for (const part of field.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
    const quality =
      weight === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? Number(weight) : 0;
    if (name !== '' && !ranges.has(name)) ranges.set(name, { quality });
  }
  return ranges;
}

// The most specific range that fits decides.
function getQuality(mediaType: string, ranges: ReadonlyMap<string, Range>): number {
  const [type = ''] = mediaType.split('/');
  const range = ranges.get(mediaType) ?? ranges.get(`${type}/*`) ?? ranges.get('*/*');
  return range?.quality ?? 0;
}

const STYLE = `:root{color-scheme:light dark;--line:#8884;--good:#1a7f37;--poor:#9a6700;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--good:#56d364;--poor:#e3b341;--bad:#ff7b72}}
body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:1rem}
h1{font-size:1.3rem}h2{font-size:1rem;margin:1.5rem 0 .25rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.3rem .5rem .3rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
th{font-weight:600}td:nth-child(2){white-space:nowrap}.good{color:var(--good)}.poor{color:var(--poor)}.bad{color:var(--bad)}
footer{margin-top:1.5rem;font-size:.85rem}@media (max-width:30rem){body{font-size:14px}}`;

/** What the page may load: nothing but its own style. */
export const STATUS_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const GRADES: Readonly<Record<string, 'good' | 'poor' | 'bad'>> = {
  ok: 'good',
  live: 'good',
  fresh: 'good',
  impaired: 'poor',
  coming_soon: 'poor',
  unknown: 'poor',
  failing: 'bad',
  stopped: 'bad',
  stale: 'bad',
  down: 'bad',
};

/** Prints the status for people: one page without scripts, images or anything from elsewhere. */
export function printStatusPage(status: StatusAnswer): string {
  const { state, service, version, commit, time, upstreams, strategies, feeds, stops } = status;
  const rows = {
    Strategies: strategies.map(({ key, state: each, since, lacks }) => [
      key,
      grade(each),
      lacks.length > 0 ? `${text(lacks.join(', '))} is away, since ${text(since)}` : `since ${text(since)}`,
    ]),
    Upstreams: upstreams.map(({ name, state: each, since, lastSuccess }) => [
      name,
      grade(each),
      lastSuccess === null ? '' : `since ${text(since)}, answered ${text(lastSuccess)}`,
    ]),
    Feeds: feeds.map(({ name, ageSeconds, isFresh }) => [
      name,
      grade(isFresh ? 'fresh' : 'stale'),
      ageSeconds === null ? '' : `${ageSeconds} seconds old`,
    ]),
    'Stopped by the operator': stops.map(({ target, since }) => [
      target,
      grade('stopped'),
      `since ${text(since)}`,
    ]),
  };
  const sections = Object.entries(rows).map(([title, lines]) => printSection(title, lines));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${text(service)}: ${text(state)}</title><style>${STYLE}</style></head>
<body><main><h1>${text(service)} ${text(version)}: ${grade(state)}</h1>
${sections.join('\n')}
</main><footer>At ${text(time)}, commit ${text(commit)}, as one replica has seen it. <a href="status.json">As JSON</a></footer></body></html>
`;
}

function printSection(
  title: string,
  lines: readonly (readonly [string, string, string] | string[])[],
): string {
  if (lines.length === 0) return '';
  const rows = lines.map(
    ([name = '', state = '', rest = '']) =>
      `<tr><th scope="row">${text(name)}</th><td>${state}</td><td>${rest}</td></tr>`,
  );
  return `<h2>${text(title)}</h2>\n<table>${rows.join('\n')}</table>`;
}

function grade(state: string): string {
  return `<strong class="${GRADES[state] ?? 'poor'}">${text(state.replaceAll('_', ' '))}</strong>`;
}

function text(value: string | null): string {
  return (value ?? 'an unknown time').replace(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`);
}
