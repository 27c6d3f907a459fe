import type { Operation } from '../operation.ts';
import type { OperationId } from '../operations/index.ts';
import { BROADCAST_CODES, REFRESH_CODES } from './broadcast-codes.ts';
import {
  OPERATION_GROUPS,
  type OperationGroup,
  type ProblemDefinition,
  type ProblemDefinitions,
} from './definition.ts';
import { FIELD_CODES, STAKE_PART_CODES } from './field-codes.ts';
import { LEDGER_CODES, TRANSACTION_CODES } from './ledger-codes.ts';
import { LIMIT_CODES, REQUEST_CODES, SERVICE_CODES } from './request-codes.ts';
import { PROBLEM_SLUGS, type ProblemSlug } from './statuses.ts';
import { UPSTREAM_CODES, VAULT_CODES } from './upstream-codes.ts';

/** Every code that a problem can carry. A published code keeps its slug and its meaning while v1 is deployed. */
export const PROBLEM_CODES = {
  ...FIELD_CODES,
  ...REQUEST_CODES,
  ...SERVICE_CODES,
  ...BROADCAST_CODES,
  ...REFRESH_CODES,
  ...LIMIT_CODES,
  ...UPSTREAM_CODES,
  ...LEDGER_CODES,
  ...STAKE_PART_CODES,
  ...VAULT_CODES,
  ...TRANSACTION_CODES,
} as const satisfies ProblemDefinitions;

/** The stable upper-case word that narrows a slug. */
export type ProblemCode = keyof typeof PROBLEM_CODES;

/** The facts from which the detail of a code is made; undefined for a code without any. */
export type FactsOf<Code extends ProblemCode> = Code extends unknown
  ? (typeof PROBLEM_CODES)[Code] extends { detail(facts: infer Facts): string }
    ? Facts
    : undefined
  : never;

const CODES = Object.entries(PROBLEM_CODES) as readonly [ProblemCode, ProblemDefinition][];

/** Operations whose codes a refresh can answer too: it builds again. */
const REFRESHED: readonly string[] = ['stake', 'unstake', 'withdraw', 'split', 'merge'];

/** Returns every code an operation can answer, in the order of the registry. */
export function listCodes(operation: Operation): readonly ProblemCode[] {
  return CODES.flatMap(([code, definition]) => (isAnsweredBy(operation, definition) ? [code] : []));
}

/** Returns the short name of a code for people. */
export function getTitle(code: string, { title }: { readonly title?: string }): string {
  return title ?? `${code.slice(0, 1)}${code.slice(1).toLowerCase().replaceAll('_', ' ')}`;
}

/** Returns the slug that an operation answers a code with: that of the registry, unless its contract lists no 503. */
export function getSlug(code: ProblemCode, { unavailableAs }: Operation): ProblemSlug {
  const { slug } = PROBLEM_CODES[code];
  return slug === 'service_unavailable' && unavailableAs !== undefined ? unavailableAs : slug;
}

/** Returns every problem an operation can answer, in the order of statuses. */
export function listSlugs(operation: Operation): readonly ProblemSlug[] {
  const possible = new Set<ProblemSlug>();
  for (const code of listCodes(operation)) possible.add(getSlug(code, operation));
  return PROBLEM_SLUGS.filter((slug) => possible.has(slug));
}

function isAnsweredBy(operation: Operation, { operations }: ProblemDefinition): boolean {
  if (operations === 'every') return true;
  if (operations === 'path' || operations === 'failure') return false;
  if (operation.id === 'refresh' && operations.some((id) => REFRESHED.includes(id))) return true;
  return operations.some((name) =>
    isGroup(name) ? OPERATION_GROUPS[name](operation) : name === operation.id,
  );
}

function isGroup(name: OperationId | OperationGroup): name is OperationGroup {
  return Object.hasOwn(OPERATION_GROUPS, name);
}
