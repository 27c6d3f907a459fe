import type { TObject, TSchema } from 'typebox';
import { isStrategyKey } from './assets.ts';
import { type Example, getExamples, listProblemExamples } from './examples.ts';
import { API_VERSION, BASE_PATH, HEADERS, MEDIA_TYPES } from './http.ts';
import { LAST_EVENT_ID, type Operation } from './operation.ts';
import { OPERATION_IDS, OPERATIONS } from './operations/index.ts';
import { listCodes, listSlugs, PROBLEM_CODES, type ProblemCode } from './problems/codes.ts';
import { PROBLEMS } from './problems/definition.ts';
import { Problem } from './problems/problem.ts';
import { PROBLEM_SLUGS, type ProblemSlug } from './problems/statuses.ts';

const DESCRIPTION = `Builds Solana staking transactions that only the caller's wallet can complete, and submits them.

The steps are: build (stake, unstake or withdraw), sign locally, broadcast. Amounts are decimal text; an amount that does not fit the asset is refused, never rounded. Errors are problem details of RFC 9457; branch on the last segment of \`type\`. Answers carry CORS headers for any origin; a preflight OPTIONS answers 204. A wrong method on a known path answers 405.`;

/** The deployment that a document is printed for. */
export type DescribedDeployment = {
  /** The origin of its paths: `https://stake.example`. */
  readonly siteOrigin: string;
  /** The name of its deployment file. */
  readonly name: string;
  /** The ledger it is on, where the file says; a sandbox has none of its own. */
  readonly genesisHash?: string | undefined;
};

/**
 * Prints the whole HTTP contract as an OpenAPI 3.1 document, in a stable order.
 *
 * @param deployment - whose document it is; that of any deployment unless given.
 */
export function printOpenApi(deployment?: DescribedDeployment): Json {
  const schemas: Schemas = new Map();
  const paths: { [path: string]: Json } = {};
  for (const id of OPERATION_IDS) {
    const operation = OPERATIONS[id];
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: printOperation(operation, schemas),
    };
  }
  printSchema(Problem, schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Staking Agent API',
      version: API_VERSION,
      description: DESCRIPTION,
      contact: { name: 'The operator of this deployment' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      ...(deployment && {
        'x-network': { deployment: deployment.name, genesisHash: deployment.genesisHash ?? null },
      }),
    },
    ...(deployment && { externalDocs: { url: `${deployment.siteOrigin}/docs` } }),
    servers: [
      deployment
        ? { url: `${deployment.siteOrigin}${BASE_PATH}`, description: 'This deployment' }
        : { url: BASE_PATH, description: 'Any deployment, seen from its own origin' },
    ],
    security: [],
    tags: [
      { name: 'strategies', description: 'What there is to stake into, and what it yields' },
      { name: 'transactions', description: 'Build, preview and submit' },
      { name: 'wallets', description: 'What wallets have' },
      { name: 'service', description: 'The service itself' },
    ],
    paths,
    components: {
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
      parameters: REQUEST_HEADERS,
      headers: RESPONSE_HEADERS,
      responses: printProblemResponses(),
    },
  };
}

/** The request headers of the document, by component name. */
const REQUEST_HEADERS: { readonly [name: string]: Json } = {
  [HEADERS.idempotencyKey]: {
    name: HEADERS.idempotencyKey,
    in: 'header',
    description:
      'A unique text, usually a UUID. For 24 hours, the same key with the same request returns the same answer, byte for byte, even when its transaction has expired: use a new key to build again. Only successful answers are stored.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '8b4f2f0e-6c0b-4a55-9d2e-3f6d7c1f9a10',
  },
  [HEADERS.partnerKey]: {
    name: HEADERS.partnerKey,
    in: 'header',
    description:
      'Partner attribution, in place of partner_api_key. A secret of the partner, for servers only.',
    schema: { type: 'string' },
  },
  [HEADERS.referralCode]: {
    name: HEADERS.referralCode,
    in: 'header',
    description: 'Referral attribution, in place of referral_code.',
    schema: { type: 'string' },
    example: 'ACORN23',
  },
  [LAST_EVENT_ID]: {
    name: LAST_EVENT_ID,
    in: 'header',
    description:
      'With Accept: text/event-stream, the id of the last event that came: goes on after it. It is sent by itself by clients of server-sent events, and goes before after.',
    schema: { type: 'string' },
  },
};

/** The response headers of the document, by component name. */
const RESPONSE_HEADERS: { readonly [name: string]: Json } = {
  [HEADERS.serviceApiVersion]: {
    description: 'Version of the HTTP surface.',
    required: true,
    schema: { type: 'string', const: API_VERSION },
  },
  [HEADERS.requestId]: {
    description: 'Identifies this request in the logs; quote it in support requests.',
    schema: { type: 'string' },
  },
  [HEADERS.idempotentReplayed]: {
    description: 'Present when the answer repeats an earlier one with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  [HEADERS.rateLimit]: {
    description:
      'What is left to this caller: for each budget by name, r requests for the next t seconds (draft-ietf-httpapi-ratelimit-headers-11). Absent where the service limits nobody, and on /health.',
    schema: { type: 'string', examples: ['"builds";r=598;t=1'] },
  },
  [HEADERS.rateLimitPolicy]: {
    description: 'The budgets that this request counts against: q requests in w seconds.',
    schema: { type: 'string', examples: ['"builds";q=600;w=60'] },
  },
  [HEADERS.historyComplete]: {
    description:
      'Whether the points cover the whole range: false where it begins or ends three days or more away from a point, where three days or more are without one, or where the source has more than it gives out.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  [HEADERS.link]: {
    description:
      'Of a refusal: where its code is explained (`rel="help"`). Of /health: the OpenAPI document of this deployment (`rel="service-desc"`).',
    schema: {
      type: 'string',
      examples: ['<https://stake.example/errors/invalid_request/AMOUNT_TOO_FINE>; rel="help"'],
    },
  },
  [HEADERS.retryAfter]: {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 0 },
  },
};

function responseHeaders(...names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Prints one operation; its named schemas are added to `schemas`. */
function printOperation(operation: Operation, schemas: Schemas): Json {
  const examples = getExamples(operation);
  const parameters = [
    ...printParameters('path', operation.params, Object.keys(operation.params?.properties ?? {}), schemas),
    ...printParameters('query', operation.query, operation.requiredQuery ?? [], schemas),
    ...(operation.requestHeaders ?? []).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    'x-codes': listCodes(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body !== undefined && {
      requestBody: {
        required: true,
        content: {
          [MEDIA_TYPES.json]: {
            schema: printSchema(operation.body, schemas),
            examples: printExamples(examples, ({ body }) => body),
          },
        },
      },
    }),
    responses: { '200': printAnswer(operation, examples, schemas), ...printProblems(operation) },
  };
}

function printParameters(
  place: 'path' | 'query',
  schema: TObject | undefined,
  required: readonly string[],
  schemas: Schemas,
): Json[] {
  return Object.entries<TSchema>(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = printSchema(property, schemas);
    return { name, in: place, required: required.includes(name), description, schema: rest };
  });
}

function printAnswer(
  operation: Operation,
  examples: Readonly<Record<string, readonly Example[]>>,
  schemas: Schemas,
): Json {
  const variants = Object.values(operation.responses).map((schema) => printSchema(schema, schemas));
  const replays = operation.requestHeaders?.includes(HEADERS.idempotencyKey);
  return {
    description: 'Success',
    headers: responseHeaders(
      HEADERS.serviceApiVersion,
      HEADERS.requestId,
      ...(operation.id === 'health' ? [] : [HEADERS.rateLimit, HEADERS.rateLimitPolicy]),
      ...(operation.answerHeaders ?? []),
      ...(replays ? [HEADERS.idempotentReplayed] : []),
    ),
    content: {
      [MEDIA_TYPES.json]: {
        schema: variants.length === 1 ? variants[0] : printVariants(operation, variants),
        examples: printExamples(examples, ({ answer }) => answer),
      },
      ...Object.fromEntries(
        Object.entries(operation.forms ?? {}).map(([type, description]) => [
          type,
          { schema: { type: 'string', description } },
        ]),
      ),
    },
  };
}

/** One schema for several variants: told apart by `strategy` where each strategy has one, else by their literals. */
function printVariants({ responses }: Operation, variants: readonly Json[]): Json {
  const keys = Object.keys(responses);
  const isFlat = Object.values(responses).every(
    (schema) => 'const' in Object(Object(schema).properties?.strategy),
  );
  if (!isFlat || !keys.every(isStrategyKey)) return { anyOf: variants };
  const mapping = Object.fromEntries(keys.map((key, i) => [key, variants[i]?.['$ref']]));
  return { oneOf: variants, discriminator: { propertyName: 'strategy', mapping } };
}

function printExamples(
  examples: Readonly<Record<string, readonly Example[]>>,
  pick: (example: Example) => unknown,
): Json {
  return Object.fromEntries(
    Object.entries(examples).flatMap(([variant, exchanges]) =>
      exchanges.map((exchange, index) => [
        index === 0 ? variant : `${variant}${index + 1}`,
        { summary: exchange.summary, value: pick(exchange) },
      ]),
    ),
  );
}

// Where waiting helps, the service may say how long; only an operation's `retryAfterOn` promises it.
const MAY_SAY_WHEN: readonly ProblemSlug[] = [
  'idempotency_in_progress',
  'rate_limited',
  'upstream_error',
  'service_unavailable',
];

/** Prints the problem answers that operations refer to, by slug. */
function printProblemResponses(): Json {
  const used = new Set(Object.values<Operation>(OPERATIONS).flatMap(listSlugs));
  return Object.fromEntries(
    PROBLEM_SLUGS.flatMap((slug) => (used.has(slug) ? [[slug, printProblemResponse(slug)]] : [])),
  );
}

function printProblems(operation: Operation): Json {
  return Object.fromEntries(
    listSlugs(operation).map((slug) => [String(PROBLEMS[slug].status), refer(operation, slug)]),
  );
}

function refer(operation: Operation, slug: ProblemSlug): Json {
  if (!operation.retryAfterOn?.includes(slug)) return { $ref: `#/components/responses/${slug}` };
  const { headers, ...response } = printProblemResponse(slug);
  const promised = { ...RESPONSE_HEADERS[HEADERS.retryAfter], required: true };
  return { ...response, headers: { ...headers, [HEADERS.retryAfter]: promised } };
}

function printProblemExamples(slug: ProblemSlug): Json {
  const recorded = listProblemExamples(slug);
  if (recorded.length === 0) return {};
  return {
    examples: Object.fromEntries(
      recorded.map((value) => [
        String(value.code),
        { summary: PROBLEM_CODES[value.code as ProblemCode].cause, value },
      ]),
    ),
  };
}

function printProblemResponse(slug: ProblemSlug) {
  const extra: string[] = [];
  if (MAY_SAY_WHEN.includes(slug)) extra.push(HEADERS.retryAfter);
  return {
    description: PROBLEMS[slug].title,
    headers: responseHeaders(
      HEADERS.serviceApiVersion,
      HEADERS.requestId,
      HEADERS.link,
      HEADERS.rateLimit,
      HEADERS.rateLimitPolicy,
      ...extra,
    ),
    content: {
      [MEDIA_TYPES.problem]: {
        schema: { $ref: '#/components/schemas/Problem' },
        ...printProblemExamples(slug),
      },
    },
  };
}

/** A printed piece of the document. */
export type Json = { [member: string]: unknown };

/** The named schemas met while printing, by title. */
type Schemas = Map<string, Json>;

/**
 * Prints a schema as JSON Schema: titled ones are moved to `schemas` and referred to by name.
 *
 * @throws {Error} when two different schemas carry the same title.
 */
export function printSchema(schema: TSchema, schemas: Schemas): Json {
  const printed = printValue(JSON.parse(JSON.stringify(schema)), schemas);
  return printed as Json;
}

function printValue(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((item) => printValue(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const printed: Json = {};
  for (const [name, member] of Object.entries(value)) {
    // Said to callers, not enforced: the service judges the words itself, in words of its own.
    printed[name === 'x-values' ? 'enum' : name] = printValue(member, schemas);
  }
  // Only schemas have both; a property that happens to be called "title" is an object, not a text.
  const { title, type } = printed;
  return typeof title === 'string' && type === 'object' ? moveOut(title, printed, schemas) : printed;
}

function moveOut(title: string, printed: Json, schemas: Schemas): Json {
  const known = schemas.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(printed)) {
    throw new Error(`Two different schemas are called ${title}.`);
  }
  schemas.set(title, printed);
  return { $ref: `#/components/schemas/${title}` };
}
