import {
  API_VERSION,
  CORS_HEADERS,
  getSlug,
  HEADERS,
  listSlugs,
  MEDIA_TYPES,
  OPERATIONS,
  type Operation,
  PROBLEM_CODES,
  PROBLEMS,
  Problem,
  type ProblemSlug,
} from '@staking-agent/wire';
import { Errors, Check as fits } from 'typebox/value';
import { expectEqual, expectThat, type Group, isCode, type Law, print } from './check.ts';
import { Breach, type Exchange, findOperation, memberAt, Skipped } from './client.ts';

const DETAIL_LIMIT = 400;
/** What no text for callers has: addresses, stack traces, control characters. */
const LEAK = /https?:|file:|\bat \S+(?::\d+| \()|node_modules|\p{Cc}/u;

/** Creates a law about every exchange, or about the selected ones. */
function everywhere(
  named: Omit<Law, 'run'>,
  hold: (exchange: Exchange) => void,
  isMeant: (exchange: Exchange) => boolean = () => true,
): Law {
  return {
    ...named,
    run(exchanges) {
      const meant = exchanges.filter(isMeant);
      if (meant.length === 0) throw new Skipped('no such answer came');
      meant.forEach(hold);
    },
  };
}

/** Creates a law about every refusal. */
function ofRefusals(named: Omit<Law, 'run'>, hold: (exchange: Exchange, problem: unknown) => void): Law {
  return everywhere(named, (exchange) => hold(exchange, exchange.answer.body), isRefusal);
}

function isRefusal({ answer, sent }: Exchange): boolean {
  return answer.status >= 400 && sent.method !== 'HEAD';
}

const HEADER_LAWS: readonly Law[] = [
  everywhere(
    {
      id: 'headers.version',
      section: 'Cross-cutting rules',
      proves: `Every answer says ${HEADERS.serviceApiVersion}: ${API_VERSION}.`,
    },
    (exchange) => expectHeader(exchange, HEADERS.serviceApiVersion, API_VERSION),
  ),
  ...Object.entries(CORS_HEADERS).map(([name, value]) =>
    everywhere(
      {
        id: `headers.${name.toLowerCase().replace('access-control-', 'cors-')}`,
        section: 'Cross-cutting rules',
        proves: `Every answer, of reads and of writes, lets pages of other origins read it: ${name}.`,
      },
      (exchange) => expectHeader(exchange, name, value),
    ),
  ),
  everywhere(
    {
      id: 'headers.no-store',
      section: 'Cross-cutting rules',
      proves: 'No answer may be stored by caches.',
    },
    (exchange) => expectHeader(exchange, 'cache-control', 'no-store'),
  ),
  everywhere(
    {
      id: 'headers.media-type',
      section: 'Cross-cutting rules',
      proves: 'Successes are application/json, errors application/problem+json.',
    },
    (exchange) => {
      const { answer, sent } = exchange;
      if (answer.status === 204 || sent.method === 'HEAD') return;
      const [type] = String(answer.headers['content-type']).split(';');
      const expected = answer.status < 400 ? MEDIA_TYPES.json : MEDIA_TYPES.problem;
      expectEqual(exchange, 'The media type', type, expected);
    },
  ),
  {
    id: 'headers.request-id',
    section: 'Cross-cutting rules',
    proves: 'Every answer has an id of its own.',
    run: (exchanges) => {
      const seen = new Set<string>();
      for (const exchange of exchanges) {
        const id = exchange.answer.headers[HEADERS.requestId.toLowerCase()] ?? '';
        expectThat(
          exchange,
          id !== '' && !seen.has(id),
          `${HEADERS.requestId} is ${print(id)}: absent, or of another answer.`,
        );
        seen.add(id);
      }
    },
  },
];

function expectHeader(exchange: Exchange, name: string, value: string): void {
  expectEqual(exchange, name, exchange.answer.headers[name.toLowerCase()], value);
}

const PROBLEM_LAWS: readonly Law[] = [
  ofRefusals(
    {
      id: 'problems.form',
      section: 'Errors',
      proves:
        'An error is a problem of RFC 9457 with type, title, status and detail; other members have the types of the contract.',
    },
    (exchange, problem) => {
      if (fits(Problem, problem)) return;
      const [fault] = Errors(Problem, problem);
      expectThat(exchange, false, `The problem breaks its form: ${fault?.instancePath} ${fault?.message}.`);
    },
  ),
  ofRefusals(
    {
      id: 'problems.status',
      section: 'Errors',
      proves: 'The status of a problem is the HTTP status, and belongs to its code.',
    },
    (exchange, problem) => {
      const { status } = exchange.answer;
      expectEqual(exchange, 'status of the body', memberAt(problem, 'status'), status);
      const slug = slugOf(exchange);
      if (slug)
        expectEqual(exchange, `The status of ${memberAt(problem, 'code')}`, status, PROBLEMS[slug].status);
    },
  ),
  ofRefusals(
    {
      id: 'problems.type',
      section: 'Errors',
      proves: 'type is <site_origin>/errors/<slug> with the slug of the code; callers branch on it.',
    },
    (exchange, problem) => {
      const type = String(memberAt(problem, 'type'));
      const [, slug] = /^https?:\/\/[^?#]+\/errors\/(\w+)$/.exec(type) ?? [];
      expectThat(
        exchange,
        slug !== undefined && slug in PROBLEMS,
        `type is ${print(type)} and names no slug of the contract.`,
      );
      const expected = slugOf(exchange);
      if (expected) expectEqual(exchange, 'The slug', slug, expected);
    },
  ),
  ofRefusals(
    {
      id: 'problems.code',
      section: 'Errors',
      proves: 'Every error has a code of the contract, and says whether the same request can succeed later.',
    },
    (exchange, problem) => {
      const code = memberAt(problem, 'code');
      expectThat(exchange, isCode(code), `code is ${print(code)}, which the contract does not list.`);
      expectEqual(exchange, 'The type of retryable', typeof memberAt(problem, 'retryable'), 'boolean');
    },
  ),
  ofRefusals(
    {
      id: 'problems.listed',
      section: 'Errors',
      proves: 'An operation answers only the slugs that it lists.',
    },
    (exchange) => {
      const operation = findOperation(exchange.sent);
      const slug = slugOf(exchange);
      if (operation === undefined || slug === undefined) return;
      expectThat(exchange, listSlugs(operation).includes(slug), `${operation.id} does not list ${slug}.`);
    },
  ),
  ofRefusals(
    {
      id: 'problems.detail',
      section: 'Errors',
      proves: `detail explains the case in a few sentences: no address, no stack trace, no control characters, at most ${DETAIL_LIMIT} characters.`,
    },
    (exchange, problem) => {
      const detail = String(memberAt(problem, 'detail'));
      const isFit = detail.length > 0 && detail.length <= DETAIL_LIMIT && !LEAK.test(detail);
      expectThat(exchange, isFit, `detail is ${print(detail)}.`);
    },
  ),
  ofRefusals(
    {
      id: 'problems.help',
      section: 'Errors',
      proves: 'Link with rel="help" leads from an error to what explains its code.',
    },
    (exchange, problem) => {
      const expected = `<${memberAt(problem, 'type')}/${memberAt(problem, 'code')}>; rel="help"`;
      expectHeader(exchange, HEADERS.link, expected);
    },
  ),
  ofRefusals(
    {
      id: 'problems.retry-after',
      section: 'Errors',
      proves:
        'Retry-After is a whole number of seconds; the 503 of a strategy that is not live always has it.',
    },
    (exchange, problem) => {
      const seconds = exchange.answer.headers['retry-after'];
      const isDue = memberAt(problem, 'code') === 'STRATEGY_NOT_LIVE';
      const isFit = seconds === undefined ? !isDue : /^[0-9]+$/.test(seconds);
      expectThat(exchange, isFit, `Retry-After is ${print(seconds)}.`);
    },
  ),
];

/** Returns the slug that belongs to the code of a refusal; undefined for a code outside the contract. */
function slugOf({ sent, answer }: Exchange): ProblemSlug | undefined {
  const code = memberAt(answer.body, 'code');
  if (!isCode(code)) return undefined;
  const operation = findOperation(sent);
  return operation === undefined ? PROBLEM_CODES[code].slug : getSlug(code, operation);
}

const ANSWER_LAWS: readonly Law[] = Object.values(OPERATIONS).map((operation: Operation) =>
  everywhere(
    {
      id: `${groupOfAnswers(operation)}.answer-${operation.path
        .slice(1)
        .replaceAll(/\{(\w+)\}/g, '$1')
        .replaceAll('/', '-')}`,
      section: `${operation.method} ${operation.path}`,
      proves:
        'A success has the members of exactly one variant of the answer, each of its type, and no others.',
    },
    (exchange) => holdToVariant(exchange, operation),
    ({ sent, answer }) => answer.status === 200 && findOperation(sent) === operation,
  ),
);

function groupOfAnswers({ id, method }: Operation): Group {
  if (id === 'broadcast') return 'broadcast';
  return method === 'GET' || id === 'quote' ? 'reads' : 'builds';
}

function holdToVariant(exchange: Exchange, { responses }: Operation): void {
  const { body } = exchange.answer;
  const schemas = Object.values(responses);
  const fitting = schemas.filter((schema) => fits(schema, body));
  if (fitting.length === 1) return;
  if (fitting.length > 1) throw new Breach('The answer fits several variants.', exchange);
  const [nearest] = schemas
    .map((schema) => Errors(schema, body))
    .toSorted((one, other) => one.length - other.length);
  const faults = (nearest ?? [])
    .slice(0, 3)
    .map(({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${print(params)}`);
  throw new Breach(`The answer fits no variant: ${faults.join('; ')}.`, exchange);
}

/** What every answer is held to, whatever was asked. */
export const LAWS: readonly Law[] = [...HEADER_LAWS, ...PROBLEM_LAWS, ...ANSWER_LAWS];
