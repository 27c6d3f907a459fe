import { jsonForm, type Resource } from '@staking-agent/console';
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
import { type Document, documentPages } from './documents.ts';
import type { Frame } from './layout.ts';

/**
 * Makes the page behind every `type` and every help link, with an index.
 *
 * @param resolve - resolves links of texts that were written for `docs/errors.md`.
 */
export function errorPages(frame: Frame, resolve: Document['resolve']): (readonly [string, Resource])[] {
  const { origin } = frame;
  const pages = (path: string, title: string, markdown: string, describe: () => unknown) => {
    const json = jsonForm(describe);
    const document = {
      path,
      title,
      summary: '',
      markdown,
      resolve: (to: string) => (to.startsWith('/') ? to : resolve(to)),
    };
    return [
      ...documentPages(document, frame).map(([at, forms]): readonly [string, Resource] => [
        at,
        at === path ? [...forms, json] : forms,
      ]),
      [`${path}.json`, [json]] as const,
    ];
  };
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

function printIndex(slugs: readonly SlugDescription[]): string {
  const rows = slugs.map(
    ({ status, slug, title, codes }) =>
      `| ${status} | [\`${slug}\`](/errors/${slug}) | ${title} | ${codes.length} |`,
  );
  return `# Errors

Every refusal is \`application/problem+json\` of RFC 9457. Its \`type\` is the page of its slug here; its header \`Link\` with \`rel="help"\` leads to the page of its \`code\`. [Errors](/docs/errors) has the members of the body, [errors.json](/errors.json) every code with its cause and its cure.

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
type SlugDescription = ReturnType<typeof describeSlug>;
/** A code, as programs read it. */
type CodeDescription = ReturnType<typeof describeCode>;

const DEFINITIONS = PROBLEM_CODES as Readonly<Record<ProblemCode, ProblemDefinition>>;

/** The operations that answer a code with a slug: one of ours has another slug for what is away. */
const ANSWERED = listAnswered();

function listAnswered() {
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
function describeSlug(slug: ProblemSlug, origin: string) {
  const { status, title, meaning } = PROBLEMS[slug];
  const codes = listCodesOf(slug).map((code) => ({
    ...readWords(code),
    help: problemHelp(origin, slug, code),
  }));
  return { type: problemType(origin, slug), slug, status, title, meaning, codes };
}

/** Returns the words on a code, whatever its slug. */
function readWords(code: ProblemCode) {
  const { cause, cure, retryable = false } = DEFINITIONS[code];
  return { code, title: getTitle(code, DEFINITIONS[code]), cause, cure, retryable };
}

/** Describes a code under one slug. */
function describeCode(slug: ProblemSlug, code: ProblemCode, origin: string) {
  const { codes: _, ...of } = describeSlug(slug, origin);
  const { outcome } = DEFINITIONS[code];
  const example = RECORDED[code];
  return {
    ...of,
    ...readWords(code),
    outcome: outcome === undefined ? null : { name: outcome, ...OUTCOMES[outcome] },
    operations: ANSWERED.get(slug)?.get(code) ?? [],
    example: example === undefined ? null : { ...example, type: of.type },
  };
}

function listCodesOf(slug: ProblemSlug): readonly ProblemCode[] {
  return [...(ANSWERED.get(slug)?.keys() ?? [])].sort();
}
