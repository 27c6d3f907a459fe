import type { TObject, TSchema } from 'typebox';
import { type Example, getExamples } from '../examples/index.ts';
import { HEADERS, MEDIA_TYPES } from '../headers.ts';
import type { Operation } from '../operation.ts';
import { listCodes } from '../problems/list-codes.ts';
import { isStrategyKey } from '../strategy-key.ts';
import { responseHeaders } from './headers.ts';
import { printProblems } from './problems.ts';
import { type Json, printSchema, type Schemas } from './schemas.ts';

/** Prints one operation; its named schemas are added to `schemas`. */
export function printOperation(operation: Operation, schemas: Schemas): Json {
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
