import type { Given } from './deployment.ts';
import { edit, hasCode, isOk, type Mutant, withHeader, without } from './mutant.ts';

const PREFLIGHT = 'OPTIONS';
const UNSEEN = '2JJmE9AtHRyMfGMYaGLb5D1nyYkiRuWbmJbFU9MktwS5phgcr81fCC1vAtW8nF4f215suwhngMSQghmd9iHfoV2G';

/** A refusal with one code in the place of another, in its body and in its link. */
function becoming(given: Given, code: string, other: string): Given {
  const link = String(given.headers['link']).replace(code, other);
  return { ...withHeader(given, 'link', link), text: given.text.replace(code, other) };
}

/** A refusal of operations that take a key. */
function refuseByKey(given: Given): Given {
  const type = 'http://127.0.0.1/errors/idempotency_mismatch';
  const code = 'IDEMPOTENCY_KEY_REUSED';
  const problem = { type, title: 'Reused', status: 422, detail: 'Reused.', code, retryable: false };
  const headers = {
    ...given.headers,
    'content-type': 'application/problem+json',
    link: `<${type}/${code}>; rel="help"`,
  };
  return { status: 422, headers, text: JSON.stringify(problem) };
}

/** Breaks headers. */
const HEADERS: readonly Mutant[] = [
  {
    name: 'drops X-Service-Api-Version from the list',
    fails: ['headers.version'],
    create: () => (given, asked) =>
      isOk(given, asked, '/strategies') ? without(given, 'x-service-api-version') : given,
  },
  {
    name: 'loses CORS on writes',
    fails: ['headers.cors-allow-origin'],
    create:
      () =>
      (given, { method }) =>
        method === 'POST' ? without(given, 'access-control-allow-origin') : given,
  },
  {
    name: 'allows no Idempotency-Key to pages',
    fails: ['headers.cors-allow-headers'],
    create: () => (given) => withHeader(given, 'access-control-allow-headers', 'Authorization, Content-Type'),
  },
  {
    name: 'answers preflights with 200 and a body',
    fails: ['headers.preflight', 'headers.media-type'],
    create:
      () =>
      (given, { method }) =>
        method === PREFLIGHT
          ? { ...withHeader(given, 'content-type', 'text/plain'), status: 200, text: 'ok' }
          : given,
  },
  {
    name: 'lets caches keep what was read',
    fails: ['headers.no-store'],
    create:
      () =>
      (given, { method }) =>
        method === 'GET' ? withHeader(given, 'cache-control', 'max-age=60') : given,
  },
  {
    name: 'calls problems plain JSON',
    fails: ['headers.media-type'],
    create: () => (given) =>
      given.status >= 400 ? withHeader(given, 'content-type', 'application/json') : given,
  },
  {
    name: 'repeats the id of a request',
    fails: ['headers.request-id'],
    create: () => (given, asked) =>
      isOk(given, asked, '/limits') ? withHeader(given, 'x-request-id', 'always-the-same') : given,
  },
  {
    name: 'names no method in Allow',
    fails: ['headers.methods-read', 'headers.methods-write'],
    create: () => (given) => (given.status === 405 ? without(given, 'allow') : given),
  },
];

/** Breaks problems. */
const PROBLEMS: readonly Mutant[] = [
  {
    name: 'answers 400 for a strategy that there is not',
    fails: ['problems.status'],
    create: () => (given) => (hasCode(given, 'STRATEGY_NOT_FOUND') ? { ...given, status: 400 } : given),
  },
  {
    name: 'names the slug of another problem',
    fails: ['problems.type'],
    create: () => (given) =>
      hasCode(given, 'KIND_NOT_OFFERED')
        ? {
            ...withHeader(
              given,
              'link',
              String(given.headers['link']).replace('invalid_request', 'forbidden'),
            ),
            text: given.text.replace('/errors/invalid_request', '/errors/forbidden'),
          }
        : given,
  },
  {
    name: 'leads nowhere from a problem',
    fails: ['problems.help'],
    create: () => (given) => (hasCode(given, 'FIELD_MISSING') ? without(given, 'link') : given),
  },
  {
    name: 'does not say whether to try again',
    fails: ['problems.code'],
    create: () => (given) =>
      hasCode(given, 'AMOUNT_ZERO') ? edit(given, (body) => delete body.retryable) : given,
  },
  {
    name: 'shows a stack trace',
    fails: ['problems.detail'],
    create: () => (given) =>
      hasCode(given, 'AMOUNT_TOO_FINE')
        ? edit(given, (body) => {
            body.detail += ' at parse (file:///srv/stake/amount.ts:12:3)';
          })
        : given,
  },
  {
    name: 'makes status a text',
    fails: ['problems.form', 'problems.status'],
    create: () => (given) =>
      hasCode(given, 'RANGE_INVALID')
        ? edit(given, (body) => {
            body.status = String(body.status);
          })
        : given,
  },
  {
    name: 'answers a slug that the operation does not list',
    fails: ['problems.listed', 'reads.facts'],
    create: () => (given, asked) => (isOk(given, asked, '/facts') ? refuseByKey(given) : given),
  },
  {
    name: 'names no field that is missing',
    fails: ['bad-input.withdraw-missing'],
    create:
      () =>
      (given, { target }) =>
        target.endsWith('/withdraw') && hasCode(given, 'FIELD_MISSING')
          ? edit(given, (body) => {
              body.detail = 'Something is missing.';
            })
          : given,
  },
  {
    name: 'gives another reason for an amount in exponents',
    fails: ['bad-input.min-receive', 'bad-input.stake-amount'],
    create:
      () =>
      (given, { target, body }) =>
        target.endsWith('/stake') && body.includes('"1e3"')
          ? becoming(given, 'AMOUNT_MALFORMED', 'AMOUNT_ZERO')
          : given,
  },
];

/** Breaks what is read. */
const READS: readonly Mutant[] = [
  {
    name: 'turns a history around',
    fails: ['reads.history'],
    create: () => (given, asked) =>
      isOk(given, asked, '/apy/history') ? edit(given, (body) => body.points.reverse()) : given,
  },
  {
    name: 'leaves out an exchange rate that there is none of',
    fails: ['reads.list', 'reads.answer-strategies'],
    create: () => (given, asked) =>
      isOk(given, asked, '/strategies')
        ? edit(given, (body) => delete body.strategies[0].live.exchangeRate)
        : given,
  },
  {
    name: 'calls a transaction expired that nobody has seen',
    fails: ['reads.transaction'],
    create: () => (given, asked) =>
      isOk(given, asked, `/transactions/${UNSEEN}`)
        ? edit(given, (body) => {
            body.status = 'expired';
            body.isFinal = true;
          })
        : given,
  },
  {
    name: 'is of another version',
    fails: ['reads.health', 'reads.answer-health'],
    create: () => (given, asked) =>
      isOk(given, asked, '/health')
        ? edit(given, (body) => {
            body.version = 'v2';
          })
        : given,
  },
];

/** Deployments that break what they say. */
export const MUTANTS_OF_ANSWERS: readonly Mutant[] = [...HEADERS, ...PROBLEMS, ...READS];
