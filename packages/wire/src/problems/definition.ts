import { HEADERS } from '../http.ts';
import type { Operation } from '../operation.ts';
import type { OperationId } from '../operations/index.ts';
import type { ProblemMembers } from './problem.ts';
import type { BroadcastOutcome, ProblemSlug } from './statuses.ts';

/**
 * Who answers a code: every operation, or those that are named or belong to a group. `path` is answered before an operation
 * is found; `failure` only explains a transaction that failed on the ledger.
 */
export type AnsweredBy = 'every' | 'path' | 'failure' | readonly (OperationId | OperationGroup)[];

/** The contract of one code. */
export type ProblemDefinition = {
  readonly slug: ProblemSlug;
  /** Short name for people. */
  readonly title: string;
  /** Set where the unchanged request can succeed when sent again. */
  readonly retryable?: true;
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

/** A group of operations that codes name instead of ids, so that a new operation belongs to it by its description. */
export type OperationGroup = keyof typeof OPERATION_GROUPS;

export const OPERATION_GROUPS = {
  /** Has a JSON body. */
  bodies: ({ body }: Operation) => body !== undefined,
  /** Has members or parameters that a caller must send. */
  requiring: ({ body, requiredQuery = [] }: Operation) =>
    (body?.required ?? []).length > 0 || requiredQuery.length > 0,
  /** Accepts an `Idempotency-Key`. */
  keyed: ({ requestHeaders = [] }: Operation) => requestHeaders.includes(HEADERS.idempotencyKey),
  /** Answers a transaction to sign. */
  builds: ({ responses }: Operation) =>
    Object.values(responses).some(({ properties }: { properties?: object }) =>
      Object.hasOwn(properties ?? {}, 'service_token'),
    ),
} as const;

/** Quotes text of a caller for a detail: at most 64 characters, on one line, printable ASCII. */
export function quote(text: string): string {
  const short = text.length > 64 ? `${text.slice(0, 61)}...` : text;
  return JSON.stringify(short).replace(
    /[^\x20-\x7e]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
