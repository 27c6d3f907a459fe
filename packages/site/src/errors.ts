import {
  getSlug,
  getTitle,
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
import type { Document } from './documents.ts';
import { documentPages } from './documents.ts';
import { type Frame, jsonForm, type Representation, type Resource } from './layout.ts';

export type ErrorPagesOptions = {
  readonly frame: Frame;
  /** Resolves links of texts that were written for `docs/errors.md`. */
  readonly resolve: Document['resolve'];
};

/** Makes the page behind every `type` and every help link, with an index. */
export function errorPages({ frame, resolve }: ErrorPagesOptions): (readonly [string, Resource])[] {
  const { origin } = frame;
  const pages = (path: string, title: string, markdown: string, describe: () => unknown) =>
    withJson(
      documentPages(
        { path, title, summary: '', markdown, resolve: (to) => (to.startsWith('/') ? to : resolve(to)) },
        frame,
      ),
      `${path}.json`,
      jsonForm(describe),
    );
  const slugs = PROBLEM_SLUGS.map((slug) => describeSlug(slug, origin));
  return [
    ...pages('/errors', 'Errors', printIndex(slugs), () => ({ errors: slugs })),
    ...slugs.flatMap((each) => pages(`/errors/${each.slug}`, each.slug, printSlug(each), () => each)),
    ...PROBLEM_SLUGS.flatMap((slug) =>
      listCodesOf(slug).flatMap((code) => {
        const described = describeCode(slug, code, origin);
        return pages(`/errors/${slug}/${code}`, code, printCode(described), () => described);
      }),
    ),
  ];
}

/** Adds JSON as a form of the page and as a page of its own. */
function withJson(
  pages: readonly (readonly [string, Resource])[],
  jsonPath: string,
  json: Representation,
): (readonly [string, Resource])[] {
  const withForm = pages.map(([path, forms], i): readonly [string, Resource] => [
    path,
    i === 0 ? [...forms, json] : forms,
  ]);
  return [...withForm, [jsonPath, [json]]];
}

function printIndex(slugs: readonly SlugDescription[]): string {
  const rows = slugs.map(
    ({ status, slug, title, codes }) =>
      `| ${status} | [\`${slug}\`](/errors/${slug}) | ${title} | ${codes.length} |`,
  );
  return `# Errors

Every refusal is \`application/problem+json\` of RFC 9457. Its \`type\` is the page of its slug here; its header \`Link\` with \`rel="help"\` leads to the page of its \`code\`. [Errors](/docs/errors) has all on one page, with the members of the body.

| Status | Slug | Title | Codes |
|---|---|---|---|
${rows.join('\n')}
`;
}

function printSlug({ slug, status, title, meaning, codes }: SlugDescription): string {
  const rows = codes.map((each) => `| [\`${each.code}\`](/errors/${slug}/${each.code}) | ${each.title} |`);
  const table = rows.length === 0 ? '' : `\n| Code | Title |\n|---|---|\n${rows.join('\n')}\n`;
  return `# ${slug}\n\n${status}: ${title}. ${toPage(meaning)}\n${table}`;
}

function printCode(described: CodeDescription): string {
  const { code, slug, status, title, cause, cure, retryable, outcome, operations, example } = described;
  const sections = [
    `# ${code}`,
    `${title}. Status ${status}, slug [\`${slug}\`](/errors/${slug}).`,
    `**What was wrong.** ${toPage(cause)}`,
    `**What to do.** ${toPage(cure)}`,
    retryable
      ? '**Retry.** The unchanged request can succeed later.'
      : '**Retry.** The unchanged request fails again.',
    ...(outcome === null
      ? []
      : [`**Outcome \`${outcome.name}\`.** ${toPage(outcome.happened)} ${toPage(outcome.advice)}`]),
    ...(operations.length === 0
      ? []
      : [
          `**Answered by.** ${operations.map((id) => `\`${OPERATIONS[id].method} ${OPERATIONS[id].path}\``).join(', ')}`,
        ]),
    ...(example === null ? [] : ['## Example', `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``]),
  ];
  return `${sections.join('\n\n')}\n`;
}

// The texts of the registry are written for one page of all errors.
function toPage(text: string): string {
  return text.replace(/\]\(#/g, '](errors.md#');
}

/** A slug, as programs read it. */
type SlugDescription = {
  readonly type: string;
  readonly slug: ProblemSlug;
  readonly status: number;
  readonly title: string;
  readonly meaning: string;
  readonly codes: readonly { readonly code: ProblemCode; readonly title: string; readonly help: string }[];
};

/** A code, as programs read it. */
type CodeDescription = Omit<SlugDescription, 'codes'> & {
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
function describeSlug(slug: ProblemSlug, origin: string): SlugDescription {
  const { status, title, meaning } = PROBLEMS[slug];
  const codes = listCodesOf(slug).map((code) => ({
    code,
    title: getTitle(code, DEFINITIONS[code]),
    help: problemHelp(origin, slug, code),
  }));
  return { type: problemType(origin, slug), slug, status, title, meaning, codes };
}

/** Describes a code under one slug. */
function describeCode(slug: ProblemSlug, code: ProblemCode, origin: string): CodeDescription {
  const { codes: _, ...of } = describeSlug(slug, origin);
  const { cause, cure, retryable = false, outcome } = DEFINITIONS[code];
  const example = RECORDED[code];
  return {
    ...of,
    code,
    title: getTitle(code, DEFINITIONS[code]),
    cause,
    cure,
    retryable,
    outcome: outcome === undefined ? null : { name: outcome, ...OUTCOMES[outcome] },
    operations: ANSWERED.get(slug)?.get(code) ?? [],
    example: example === undefined ? null : { ...example, type: of.type },
  };
}

function listCodesOf(slug: ProblemSlug): readonly ProblemCode[] {
  return [...(ANSWERED.get(slug)?.keys() ?? [])].sort();
}
