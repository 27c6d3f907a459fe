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
/** Forbidden in text for callers: addresses, stack traces, control characters. */
const LEAK = /https?:|file:|\bat \S+(?::\d+| \()|node_modules|\p{Cc}/u;

type Rule = { readonly proves: string; readonly hold: (exchange: Exchange, body: unknown) => void };

/** Creates the laws of one chapter, by their names within the group, about the exchanges that are selected. */
function lawsOf(
  group: Group,
  section: string,
  rules: Readonly<Record<string, Rule>>,
  isMeant: (exchange: Exchange) => boolean = () => true,
): readonly Law[] {
  return Object.entries(rules).map(([name, { proves, hold }]) => ({
    id: `${group}.${name}`,
    section,
    proves,
    run(exchanges) {
      const meant = exchanges.filter(isMeant);
      if (meant.length === 0) throw new Skipped('no such answer came');
      for (const exchange of meant) hold(exchange, exchange.answer.body);
    },
  }));
}

function isRefusal({ answer, sent }: Exchange): boolean {
  return answer.status >= 400 && sent.method !== 'HEAD';
}

const CORS_RULES = Object.entries(CORS_HEADERS).map(([name, value]): [string, Rule] => [
  name.toLowerCase().replace('access-control-', 'cors-'),
  {
    proves: `Every answer, of reads and of writes, lets pages of other origins read it: ${name}.`,
    hold: (exchange) => expectHeader(exchange, name, value),
  },
]);

const HEADER_LAWS: readonly Law[] = [
  ...lawsOf('headers', 'Cross-cutting rules', {
    version: {
      proves: `Every answer says ${HEADERS.serviceApiVersion}: ${API_VERSION}.`,
      hold: (exchange) => expectHeader(exchange, HEADERS.serviceApiVersion, API_VERSION),
    },
    ...Object.fromEntries(CORS_RULES),
    'no-store': {
      proves: 'No answer may be stored by caches.',
      hold: (exchange) => expectHeader(exchange, 'cache-control', 'no-store'),
    },
    'media-type': {
      proves: 'Successes are application/json, errors application/problem+json.',
      hold: (exchange) => {
        const { answer, sent } = exchange;
        if (answer.status === 204 || sent.method === 'HEAD') return;
        const [type] = String(answer.headers['content-type']).split(';');
        const expected = answer.status < 400 ? MEDIA_TYPES.json : MEDIA_TYPES.problem;
        expectEqual(exchange, 'The media type', type, expected);
      },
    },
  }),
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

const PROBLEM_LAWS = lawsOf(
  'problems',
  'Errors',
  {
    form: {
      proves:
        'An error is a problem of RFC 9457 with type, title, status and detail; other members have the types of the contract.',
      hold: (exchange, problem) => {
        if (fits(Problem, problem)) return;
        const [fault] = Errors(Problem, problem);
        expectThat(exchange, false, `The problem breaks its form: ${fault?.instancePath} ${fault?.message}.`);
      },
    },
    status: {
      proves: 'The status of a problem is the HTTP status, and belongs to its code.',
      hold: (exchange, problem) => {
        const { status } = exchange.answer;
        expectEqual(exchange, 'status of the body', memberAt(problem, 'status'), status);
        const slug = slugOf(exchange);
        if (slug)
          expectEqual(exchange, `The status of ${memberAt(problem, 'code')}`, status, PROBLEMS[slug].status);
      },
    },
    type: {
      proves: 'type is <site_origin>/errors/<slug> with the slug of the code; callers branch on it.',
      hold: (exchange, problem) => {
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
    },
    code: {
      proves: 'Every error has a code of the contract, and says whether the same request can succeed later.',
      hold: (exchange, problem) => {
        const code = memberAt(problem, 'code');
        expectThat(exchange, isCode(code), `code is ${print(code)}, which the contract does not list.`);
        expectEqual(exchange, 'The type of retryable', typeof memberAt(problem, 'retryable'), 'boolean');
      },
    },
    listed: {
      proves: 'An operation answers only the slugs that it lists.',
      hold: (exchange) => {
        const operation = findOperation(exchange.sent);
        const slug = slugOf(exchange);
        if (operation === undefined || slug === undefined) return;
        expectThat(exchange, listSlugs(operation).includes(slug), `${operation.id} does not list ${slug}.`);
      },
    },
    detail: {
      proves: `detail explains the case in a few sentences: no address, no stack trace, no control characters, at most ${DETAIL_LIMIT} characters.`,
      hold: (exchange, problem) => {
        const detail = String(memberAt(problem, 'detail'));
        const isFit = detail.length > 0 && detail.length <= DETAIL_LIMIT && !LEAK.test(detail);
        expectThat(exchange, isFit, `detail is ${print(detail)}.`);
      },
    },
    help: {
      proves: 'Link with rel="help" leads from an error to what explains its code.',
      hold: (exchange, problem) => {
        const expected = `<${memberAt(problem, 'type')}/${memberAt(problem, 'code')}>; rel="help"`;
        expectHeader(exchange, HEADERS.link, expected);
      },
    },
    'retry-after': {
      proves:
        'Retry-After is a whole number of seconds; the 503 of a strategy that is not live always has it.',
      hold: (exchange, problem) => {
        const seconds = exchange.answer.headers['retry-after'];
        const isDue = memberAt(problem, 'code') === 'STRATEGY_NOT_LIVE';
        const isFit = seconds === undefined ? !isDue : /^[0-9]+$/.test(seconds);
        expectThat(exchange, isFit, `Retry-After is ${print(seconds)}.`);
      },
    },
  },
  isRefusal,
);

/** Returns the slug that belongs to the code of a refusal; undefined for a code outside the contract. */
function slugOf({ sent, answer }: Exchange): ProblemSlug | undefined {
  const code = memberAt(answer.body, 'code');
  if (!isCode(code)) return undefined;
  const operation = findOperation(sent);
  return operation === undefined ? PROBLEM_CODES[code].slug : getSlug(code, operation);
}

const ANSWER_LAWS: readonly Law[] = Object.values(OPERATIONS).flatMap((operation: Operation) => {
  const { method, path } = operation;
  const proves =
    'A success has the members of exactly one variant of the answer, each of its type, and no others.';
  const hold = (exchange: Exchange) => holdToVariant(exchange, operation);
  return lawsOf(
    groupOfAnswers(operation),
    `${method} ${path}`,
    { [`answer-${path.slice(1).replaceAll(/[{}]/g, '').replaceAll('/', '-')}`]: { proves, hold } },
    ({ sent, answer }) => answer.status === 200 && findOperation(sent) === operation,
  );
});

function groupOfAnswers({ id, method }: Operation): Group {
  if (id === 'broadcast') return 'broadcast';
  return method === 'GET' || id === 'quote' || id === 'listManyPositions' ? 'reads' : 'builds';
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

/** The rules of every answer, whatever was asked. */
export const LAWS: readonly Law[] = [...HEADER_LAWS, ...PROBLEM_LAWS, ...ANSWER_LAWS];
