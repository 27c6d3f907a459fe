import { OPERATIONS } from '@staking-agent/wire';
import type { Document } from '../documents/document.ts';
import { documentPages } from '../documents/document-pages.ts';
import { jsonForm, type Representation, type Resource } from '../resource.ts';
import {
  type CodeDescription,
  describeCode,
  describeSlug,
  listErrors,
  type SlugDescription,
} from './describe-error.ts';

/** What the pages of errors are printed for. */
export type ErrorPagesOptions = {
  readonly origin: string;
  /** Resolves links of texts that were written for `docs/errors.md`. */
  readonly resolve: Document['resolve'];
};

/** Makes the page behind every `type` and every help link, with an index. */
export function errorPages({ origin, resolve }: ErrorPagesOptions): (readonly [string, Resource])[] {
  const pages = (path: string, title: string, markdown: string, describe: () => unknown) =>
    withJson(
      documentPages(
        { path, title, summary: '', markdown, resolve: (target) => follow(target, resolve) },
        origin,
      ),
      `${path}.json`,
      jsonForm(describe),
    );
  const errors = listErrors();
  const slugs = errors.map(({ slug }) => describeSlug(slug, origin));
  return [
    ...pages('/errors', 'Errors', printIndex(slugs), () => ({ errors: slugs })),
    ...slugs.flatMap((each) => pages(`/errors/${each.slug}`, each.slug, printSlug(each), () => each)),
    ...errors.flatMap(({ slug, codes }) =>
      codes.flatMap((code) => {
        const described = describeCode(slug, code, origin);
        return pages(`/errors/${slug}/${code}`, code, printCode(described), () => described);
      }),
    ),
  ];
}

function follow(target: string, resolve: Document['resolve']): string | undefined {
  return target.startsWith('/') ? target : resolve(target);
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
    ...(operations.length === 0 ? [] : [`**Answered by.** ${operations.map(printOperation).join(', ')}`]),
    ...(example === null ? [] : ['## Example', `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function printOperation(id: keyof typeof OPERATIONS): string {
  const { method, path } = OPERATIONS[id];
  return `\`${method} ${path}\``;
}

// The texts of the registry are written for one page of all errors.
function toPage(text: string): string {
  return text.replace(/\]\(#/g, '](errors.md#');
}
