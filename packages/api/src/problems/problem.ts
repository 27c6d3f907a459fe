import {
  type AmountAsset,
  type BroadcastOutcome,
  type FactsOf,
  getSlug,
  type Operation,
  PROBLEM_CODES,
  type ProblemCode,
  type ProblemDefinition,
  type ProblemMembers,
  type ProblemSlug,
} from '@staking-agent/wire';
import { toQuantity } from '../runtime/json.ts';

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

/** The circumstances of one case, which add to the definition of its code. */
type Circumstances = {
  /** Only on broadcast, where the code alone does not decide it: what became of the signed bytes. */
  readonly outcome?: BroadcastOutcome;
  /** Seconds, where the system that failed named them. */
  readonly retryAfter?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
};

/** A refusal on its way to the caller; `message` is the detail the caller reads. Made by {@link problem} only. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly slug: ProblemSlug;
  readonly retryable: boolean;
  readonly outcome: BroadcastOutcome | undefined;
  readonly members: ProblemMembers;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, facts: unknown, circumstances: Circumstances = {}) {
    // The registry's entries take facts of their own; `problem` holds the caller to them.
    const definition = PROBLEM_CODES[code] as ProblemDefinition & {
      detail?(facts: unknown): string;
      members?(facts: unknown): ProblemMembers;
    };
    const { cause } = circumstances;
    super(
      definition.detail?.(facts) ?? `${definition.cause} ${definition.cure}`,
      cause === undefined ? undefined : { cause },
    );
    const { retryAfter = definition.retryAfter } = circumstances;
    this.code = code;
    this.slug = definition.slug;
    this.retryable = definition.retryable ?? false;
    this.outcome = circumstances.outcome ?? definition.outcome;
    this.members = definition.members?.(facts) ?? {};
    this.headers = {
      ...(retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }),
      ...circumstances.headers,
    };
  }
}

/** Adds the signature and the outcome of a transaction to a refusal. */
export function withFate(error: ProblemError, signature: string, outcome: BroadcastOutcome): ProblemError {
  const members = { ...error.members, signature };
  return Object.assign(error, { members, outcome });
}

/** Gives a refusal the slug that an operation answers its code with. */
export function forOperation(error: ProblemError, operation: Operation): ProblemError {
  return Object.assign(error, { slug: getSlug(error.code, operation) });
}

/** Checks whether an error is a problem; anything else is an internal error. */
export function isProblemError(error: unknown): error is ProblemError {
  return error instanceof Error && error.name === 'ProblemError';
}

/** The base units of an asset that a holder has, and those that the request needs. */
export type Shortfall = {
  readonly holder: FactsOf<'INSUFFICIENT_FUNDS'>['holder'];
  readonly asset: AmountAsset;
  readonly holds: bigint;
  readonly needs: bigint;
  /** True where no smaller amount is possible. */
  readonly isLeast?: boolean | undefined;
  /** Lamports of these needs that a smaller amount may do without. */
  readonly keeps?: bigint | undefined;
  /** Lamports that the request gives to a landing service, and with which it would be possible. */
  readonly tip?: { readonly asked: bigint; readonly possible: bigint } | undefined;
};

/** Creates the problem of insufficient funds, with the balance and the amount needed. */
export function insufficientFunds(shortfall: Shortfall): ProblemError {
  return problem('INSUFFICIENT_FUNDS', toFundsFacts(shortfall));
}

/** Prints a shortfall as facts of its problem. */
export function toFundsFacts({ asset, holds, needs, keeps, ...facts }: Shortfall) {
  const kept = keeps === undefined ? undefined : toQuantity('SOL', keeps);
  return { ...facts, holds: toQuantity(asset, holds), needs: toQuantity(asset, needs), keeps: kept };
}
