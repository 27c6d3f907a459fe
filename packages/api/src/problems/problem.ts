import type { FactsOf, ProblemCode } from '@staking-agent/wire';
import { type Circumstances, ProblemError } from './problem-error.ts';

type Arguments<Code extends ProblemCode> =
  FactsOf<Code> extends undefined
    ? [facts?: undefined, circumstances?: Circumstances]
    : [facts: FactsOf<Code>, circumstances?: Circumstances];

/**
 * Makes a refusal of a registered code; the registry writes its detail from the facts.
 *
 * @param code - a key of `PROBLEM_CODES`.
 * @param facts - what the registry asks for with that code; nothing where it asks for nothing.
 */
export function problem<Code extends ProblemCode>(
  code: Code,
  ...[facts, circumstances]: Arguments<Code>
): ProblemError {
  return new ProblemError(code, facts, circumstances);
}
