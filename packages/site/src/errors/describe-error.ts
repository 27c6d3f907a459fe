import {
  getSlug,
  listCodes,
  OPERATION_IDS,
  OPERATIONS,
  type OperationId,
  OUTCOMES,
  PROBLEM_CODES,
  PROBLEM_SLUGS,
  PROBLEMS,
  type ProblemCode,
  type ProblemDefinition,
  type ProblemSlug,
  problemHelp,
  problemType,
} from '@staking-agent/wire';
import { RECORDED } from '@staking-agent/wire/examples';

/** A slug, as programs read it. */
export type SlugDescription = {
  readonly type: string;
  readonly slug: ProblemSlug;
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly codes: readonly { readonly code: ProblemCode; readonly title: string; readonly help: string }[];
};

/** A code, as programs read it. */
export type CodeDescription = Omit<SlugDescription, 'codes'> & {
  readonly code: ProblemCode;
  readonly cause: string;
  readonly cure: string;
  readonly retryable: boolean;
  readonly outcome: { readonly name: string; readonly happened: string; readonly advice: string } | null;
  readonly operations: readonly OperationId[];
  readonly example: unknown;
};

const DEFINITIONS = PROBLEM_CODES as Readonly<Record<ProblemCode, ProblemDefinition>>;

/** Which operations answer a code with a slug: one of ours has another slug for what is away. */
type Answered = ReadonlyMap<ProblemSlug, ReadonlyMap<ProblemCode, readonly OperationId[]>>;

const ANSWERED: Answered = listAnswered();

function listAnswered(): Answered {
  const answered = new Map(PROBLEM_SLUGS.map((slug) => [slug, new Map<ProblemCode, OperationId[]>()]));
  // Those that no operation answers by itself are in the `failure` of a transaction.
  for (const code of (Object.keys(PROBLEM_CODES) as ProblemCode[]).sort()) {
    answered.get(DEFINITIONS[code].slug)?.set(code, []);
  }
  for (const id of OPERATION_IDS) {
    for (const code of listCodes(OPERATIONS[id])) {
      const codes = answered.get(getSlug(code, OPERATIONS[id]));
      codes?.set(code, [...(codes.get(code) ?? []), id]);
    }
  }
  return answered;
}

/** Describes a slug and lists its codes, also those that other operations answer with another slug. */
export function describeSlug(slug: ProblemSlug, origin: string): SlugDescription {
  const { status, title, meaning } = PROBLEMS[slug];
  const codes = listCodesOf(slug).map((code) => ({
    code,
    title: DEFINITIONS[code].title,
    help: problemHelp(origin, slug, code),
  }));
  return { type: problemType(origin, slug), slug, status, title, meaning, codes };
}

/** Describes a code under one slug. */
export function describeCode(slug: ProblemSlug, code: ProblemCode, origin: string): CodeDescription {
  const { codes: _, ...of } = describeSlug(slug, origin);
  const { title, cause, cure, retryable, outcome } = DEFINITIONS[code];
  const example = RECORDED[code];
  return {
    ...of,
    code,
    title,
    cause,
    cure,
    retryable,
    outcome: outcome === undefined ? null : { name: outcome, ...OUTCOMES[outcome] },
    operations: ANSWERED.get(slug)?.get(code) ?? [],
    example: example === undefined ? null : { ...example, type: of.type },
  };
}

/** Lists every slug with every code that can be answered with it. */
export function listErrors(): readonly {
  readonly slug: ProblemSlug;
  readonly codes: readonly ProblemCode[];
}[] {
  return PROBLEM_SLUGS.map((slug) => ({ slug, codes: listCodesOf(slug) }));
}

function listCodesOf(slug: ProblemSlug): readonly ProblemCode[] {
  return [...(ANSWERED.get(slug)?.keys() ?? [])].sort();
}
