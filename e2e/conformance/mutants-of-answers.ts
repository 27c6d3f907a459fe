import type { Given } from './deployment.ts';
import { breaks, edit, isOk, isProblem, type Mutant, set, withHeader, without } from './mutant.ts';

const UNSEEN = '2JJmE9AtHRyMfGMYaGLb5D1nyYkiRuWbmJbFU9MktwS5phgcr81fCC1vAtW8nF4f215suwhngMSQghmd9iHfoV2G';

/** A refusal with one text in the place of another, in its body and in its link. */
function becoming(text: string, other: string): (given: Given) => Given {
  return (given) => {
    const link = String(given.headers['link']).replace(text, other);
    return { ...withHeader('link', link)(given), text: given.text.replace(text, other) };
  };
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
    create: breaks(isOk('/strategies'), without('x-service-api-version')),
  },
  {
    name: 'loses CORS on writes',
    fails: ['headers.cors-allow-origin'],
    create: breaks((_, { method }) => method === 'POST', without('access-control-allow-origin')),
  },
  {
    name: 'allows no Idempotency-Key to pages',
    fails: ['headers.cors-allow-headers'],
    create: () => withHeader('access-control-allow-headers', 'Authorization, Content-Type'),
  },
  {
    name: 'answers preflights with 200 and a body',
    fails: ['headers.preflight', 'headers.media-type'],
    create: breaks(
      (_, { method }) => method === 'OPTIONS',
      (given) => ({ ...withHeader('content-type', 'text/plain')(given), status: 200, text: 'ok' }),
    ),
  },
  {
    name: 'lets caches keep what was read',
    fails: ['headers.no-store'],
    create: breaks((_, { method }) => method === 'GET', withHeader('cache-control', 'max-age=60')),
  },
  {
    name: 'calls problems plain JSON',
    fails: ['headers.media-type'],
    create: breaks(({ status }) => status >= 400, withHeader('content-type', 'application/json')),
  },
  {
    name: 'repeats the id of a request',
    fails: ['headers.request-id'],
    create: breaks(isOk('/limits'), withHeader('x-request-id', 'always-the-same')),
  },
  {
    name: 'names no method in Allow',
    fails: ['headers.methods-read', 'headers.methods-write'],
    create: breaks(({ status }) => status === 405, without('allow')),
  },
];

/** Breaks problems. */
const PROBLEMS: readonly Mutant[] = [
  {
    name: 'answers 400 for a strategy that there is not',
    fails: ['problems.status'],
    create: breaks(isProblem('STRATEGY_NOT_FOUND'), (given) => ({ ...given, status: 400 })),
  },
  {
    name: 'names the slug of another problem',
    fails: ['problems.type'],
    create: breaks(isProblem('KIND_NOT_OFFERED'), becoming('/errors/invalid_request', '/errors/forbidden')),
  },
  {
    name: 'leads nowhere from a problem',
    fails: ['problems.help'],
    create: breaks(isProblem('FIELD_MISSING'), without('link')),
  },
  {
    name: 'does not say whether to try again',
    fails: ['problems.code'],
    create: breaks(isProblem('AMOUNT_ZERO'), set({ retryable: undefined })),
  },
  {
    name: 'shows a stack trace',
    fails: ['problems.detail'],
    create: breaks(
      isProblem('AMOUNT_TOO_FINE'),
      edit((body) => {
        body.detail += ' at parse (file:///srv/stake/amount.ts:12:3)';
      }),
    ),
  },
  {
    name: 'makes status a text',
    fails: ['problems.form', 'problems.status'],
    create: breaks(isProblem('RANGE_INVALID'), (given) => set({ status: String(given.status) })(given)),
  },
  {
    name: 'answers a slug that the operation does not list',
    fails: ['problems.listed', 'reads.facts'],
    create: breaks(isOk('/facts'), refuseByKey),
  },
  {
    name: 'names no field that is missing',
    fails: ['bad-input.withdraw-missing'],
    create: breaks(
      (given, asked) => asked.target.endsWith('/withdraw') && isProblem('FIELD_MISSING')(given, asked),
      set({ detail: 'Something is missing.' }),
    ),
  },
  {
    name: 'gives another reason for an amount in exponents',
    fails: ['bad-input.min-receive', 'bad-input.stake-amount'],
    create: breaks(
      (_, { target, body }) => target.endsWith('/stake') && body.includes('"1e3"'),
      becoming('AMOUNT_MALFORMED', 'AMOUNT_ZERO'),
    ),
  },
];

/** Breaks what is read. */
const READS: readonly Mutant[] = [
  {
    name: 'turns a history around',
    fails: ['reads.history'],
    create: breaks(
      isOk('/apy/history'),
      edit((body) => body.points.reverse()),
    ),
  },
  {
    name: 'leaves out an exchange rate that there is none of',
    fails: ['reads.list', 'reads.answer-strategies'],
    create: breaks(
      isOk('/strategies'),
      edit((body) => delete body.strategies[0].live.exchangeRate),
    ),
  },
  {
    name: 'calls a transaction expired that nobody has seen',
    fails: ['reads.transaction'],
    create: breaks(isOk(`/transactions/${UNSEEN}`), set({ status: 'expired', isFinal: true })),
  },
  {
    name: 'is of another version',
    fails: ['reads.health', 'reads.answer-health'],
    create: breaks(isOk('/health'), set({ version: 'v2' })),
  },
];

/** Deployments that break what they say. */
export const MUTANTS_OF_ANSWERS: readonly Mutant[] = [...HEADERS, ...PROBLEMS, ...READS];
