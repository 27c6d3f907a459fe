import { problem } from '../../problems/problem.ts';
import type { Key } from '../../request-fields.ts';

const INVOKED_PROGRAMS: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
]);

/**
 * Refuses the programs a native transaction invokes: no message can be compiled that also writes to them.
 *
 * @throws {ProblemError} `invalid_request`.
 */
export function assertNotProgram({ text }: Key, field: string): void {
  if (!INVOKED_PROGRAMS.has(text)) return;
  throw problem('ADDRESS_IS_PROGRAM', { field });
}
