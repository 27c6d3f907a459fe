import type { TObject } from 'typebox';
import { type ProblemError, problem } from '../problems/problem.ts';

type SchemaFault = {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params?: Readonly<Record<string, unknown>>;
};

const RULES: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => string>> = {
  type: ({ type }) => `must be ${TYPE_WORDS[String(type)] ?? String(type)}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
};

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'text (a JSON string)',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a JSON object',
};

/**
 * Turns what the schema found into one refusal that names each field, its rule and the fields that are due.
 *
 * @param required - every field that must be there, for the caller to see at once.
 * @param query - of an operation that reads parameters instead of a body: one that is repeated is no text.
 */
export function describeFaults(
  faults: readonly SchemaFault[],
  required: readonly string[],
  query?: TObject,
): ProblemError {
  if (query !== undefined) return describeRepeated(faults, query);
  if (faults.some(({ instancePath, keyword }) => instancePath === '' && keyword === 'type')) {
    return problem('BODY_MALFORMED', { fault: 'type' });
  }
  const missing = faults.flatMap(({ keyword, params }) =>
    keyword === 'required' ? ((params?.['requiredProperties'] as string[] | undefined) ?? []) : [],
  );
  const rules = new Map<string, string>();
  for (const { keyword, instancePath, params = {} } of faults) {
    const field = instancePath.slice(1);
    if (field !== '' && !rules.has(field)) rules.set(field, RULES[keyword]?.(params) ?? 'is not valid');
  }
  const wrong = [...rules].map(([field, rule]) => ({ field, rule }));
  return missing.length > 0
    ? problem('FIELD_MISSING', { missing, rule: `Required fields: ${required.join(', ')}.`, wrong })
    : problem('FIELD_INVALID', { wrong });
}

// A parameter is text however it is written, so the one fault a query can have is that one of them stands there twice.
function describeRepeated(faults: readonly SchemaFault[], { properties }: TObject): ProblemError {
  const fields = new Set(faults.map(({ instancePath }) => instancePath.slice(1)));
  const wrong = [...fields].map((field) => {
    const { 'x-values': values }: { 'x-values'?: unknown } = Object(properties[field]);
    return { field, rule: `must be sent once, as one of ${Array.isArray(values) ? values.join(', ') : ''}` };
  });
  return problem('FIELD_INVALID', { wrong });
}
