import type { OperationId } from '../operations/index.ts';
import type { OperationGroup } from './operation-groups.ts';
import type { BroadcastOutcome } from './outcome.ts';
import type { ProblemMembers } from './problem.ts';
import type { ProblemSlug } from './statuses.ts';

/**
 * Who answers a code: every operation, or those that are named or belong to a group. `path` is answered before an operation
 * is found; `failure` only explains a transaction that failed on the ledger.
 */
export type AnsweredBy = 'every' | 'path' | 'failure' | readonly (OperationId | OperationGroup)[];

/** What the contract says of one code. */
export type ProblemDefinition = {
  readonly slug: ProblemSlug;
  /** Short name for people. */
  readonly title: string;
  /** Whether the unchanged request can succeed when sent again. */
  readonly retryable: boolean;
  readonly operations: AnsweredBy;
  /** One sentence: what was wrong. */
  readonly cause: string;
  /** One sentence: what the caller can do. */
  readonly cure: string;
  /** What became of the transaction, where the code alone decides it. */
  readonly outcome?: BroadcastOutcome;
  /** Seconds after which to ask again. */
  readonly retryAfter?: number;
  /** The text of one case, made from its facts. */
  detail(facts: never): string;
  /** The extension members of one case. */
  members?(facts: never): ProblemMembers;
};

/** Codes by name. */
export type ProblemDefinitions = Readonly<Record<string, ProblemDefinition>>;
