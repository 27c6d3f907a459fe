import { PROBLEM_CODES, type ProblemDefinition } from '@staking-agent/wire';
import type { Json } from '../schemas/json.ts';

const CODES: ReadonlyMap<string, ProblemDefinition> = new Map(Object.entries(PROBLEM_CODES));

/** The tool that says what a code means. It asks nobody. */
export const EXPLAIN_ERROR = {
  name: 'explain_error',
  title: 'Explain an error',
  description: 'What a problem code means and what to do about it. Give the code of a refused call.',
  input: {
    type: 'object',
    properties: { code: { type: 'string', description: 'Such as BELOW_MINIMUM_DELEGATION.' } },
    required: ['code'],
    additionalProperties: false,
  },
  output: {
    type: 'object',
    properties: {
      code: { type: 'string' },
      title: { type: 'string' },
      cause: { type: 'string' },
      cure: { type: 'string' },
      retryable: { type: 'boolean' },
    },
    required: ['code', 'title', 'cause', 'cure', 'retryable'],
  },
} as const;

/** Describes a code of the contract; returns undefined for any other code. */
export function explainError(code: string): Json | undefined {
  const definition = CODES.get(code);
  if (definition === undefined) return undefined;
  const { slug, title, cause, cure, retryable, outcome } = definition;
  return { code, slug, title, cause, cure, retryable, ...(outcome !== undefined && { outcome }) };
}
