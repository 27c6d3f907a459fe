import type { Operation } from '../operation.ts';
import type { OperationId } from '../operations/index.ts';
import { PROBLEM_CODES, type ProblemCode } from './codes.ts';
import type { ProblemDefinition } from './definition.ts';
import { OPERATION_GROUPS, type OperationGroup } from './operation-groups.ts';
import { PROBLEM_SLUGS, type ProblemSlug } from './statuses.ts';

const CODES = Object.entries(PROBLEM_CODES) as readonly [ProblemCode, ProblemDefinition][];

/** What is refreshed is built again. */
const REFRESHED: readonly string[] = ['stake', 'unstake', 'withdraw', 'split', 'merge'];

/** Returns every code an operation can answer, in the order of the registry. */
export function listCodes(operation: Operation): readonly ProblemCode[] {
  return CODES.flatMap(([code, definition]) => (isAnsweredBy(operation, definition) ? [code] : []));
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
