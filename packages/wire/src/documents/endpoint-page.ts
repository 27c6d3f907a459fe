import type { TObject, TSchema } from 'typebox';
import { EXAMPLES, type PlainExample } from '../examples/index.ts';
import { BASE_PATH } from '../headers.ts';
import { REQUEST_HEADERS } from '../openapi/headers.ts';
import type { Operation } from '../operation.ts';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../operations/index.ts';
import { PROBLEM_CODES } from '../problems/codes.ts';
import { getSlug, listCodes } from '../problems/list-codes.ts';
import type { OperationGroup } from '../problems/operation-groups.ts';
import { PROBLEMS } from '../problems/slugs.ts';

/** Source files that sign and submit a build, one per library; a test runs them against the service. */
export type SigningCode = { readonly kit: string; readonly web3js: string };

const ORIGIN = 'http://127.0.0.1:3000';
const PRINTED = 'Printed from `packages/wire` by `npm run generate`.';

/** The pages of `docs/api` by operation: the name of each file. */
export const ENDPOINT_PAGES = Object.fromEntries(
  OPERATION_IDS.map((id) => [id, `${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`]),
) as Readonly<Record<OperationId, string>>;

/** Prints `docs/api/README.md`: a line per operation. */
export function printEndpointIndex(): string {
  const rows = OPERATION_IDS.map((id) => {
    const { summary, ...operation } = OPERATIONS[id];
    return `| [\`${getPageName(operation)}\`](${ENDPOINT_PAGES[id]}) | ${summary} |`;
  });
  return `# Endpoints

Paths are relative to \`${BASE_PATH}\`. [errors.md](../errors.md) lists every error, [openapi.json](../openapi.json) is the same contract for tools. ${PRINTED}

| Endpoint | Use |
|---|---|
${rows.join('\n')}
`;
}

/** Prints the page of one operation: request, answers, errors and, where it builds a transaction, how to sign it. */
export function printEndpointPage(id: OperationId, signing: SigningCode): string {
  const operation: Operation = OPERATIONS[id];
  const sections = [
    `# ${getPageName(operation)}`,
    `${operation.summary}. ${operation.description}`,
    ...printRequest(operation),
    ...printAnswers(id, operation),
    ...printErrors(operation),
    ...(isBuild(operation) ? printSigning(signing) : []),
    PRINTED,
  ];
  return `${sections.join('\n\n')}\n`;
}

function getPageName({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

function isBuild({ responses }: Operation): boolean {
  return Object.values(responses).some((schema) => 'transaction' in getProperties(schema));
}

function printRequest(operation: Operation): string[] {
  const { params, query, body } = operation;
  const headers = (operation.requestHeaders ?? []).map(
    (name) => `| \`${name}\` | ${String(REQUEST_HEADERS[name]?.['description'] ?? '')} |`,
  );
  const parts = [
    ...(params === undefined ? [] : ['### Path', printFields(params)]),
    ...(query === undefined ? [] : ['### Query', printFields(query, operation.requiredQuery)]),
    ...(body === undefined ? [] : ['### Body', printFields(body)]),
    ...(headers.length === 0 ? [] : ['### Headers', `| Header | Use |\n|---|---|\n${headers.join('\n')}`]),
  ];
  return parts.length === 0 ? [] : ['## Request', ...parts];
}

function printAnswers(id: OperationId, operation: Operation): string[] {
  return Object.entries(operation.responses).flatMap(([variant, schema]) => [
    variant === 'ok' ? '## Answer' : `## Answer: ${variant}`,
    printFields(schema),
    ...(EXAMPLES[id][variant] ?? []).flatMap((example) => printExample(operation, example)),
  ]);
}

function printExample(
  operation: Operation,
  { summary, params, query, body, answer }: PlainExample,
): string[] {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params?.[name] ?? '');
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`;
  const url = `${ORIGIN}${BASE_PATH}${path}${search}`;
  const rest =
    body === undefined
      ? ''
      : ` -H 'content-type: application/json' \\\n  -d '${JSON.stringify(body, shorten)}'`;
  return [
    `${summary}:`,
    fence('sh', `curl -s '${url}'${rest}`),
    fence('json', JSON.stringify(answer, shorten, 2)),
  ];
}

// Codes of these groups are only on the errors page, as those that any request may get.
const GENERAL: readonly string[] = ['bodies', 'keyed'] satisfies OperationGroup[];

function printErrors(operation: Operation): string[] {
  const rows = listCodes(operation).flatMap((code) => {
    const { cause, cure, operations } = PROBLEM_CODES[code];
    const slug = getSlug(code, operation);
    const isGeneral = typeof operations === 'string' || operations.every((name) => GENERAL.includes(name));
    return isGeneral ? [] : [`| ${PROBLEMS[slug].status} | \`${slug}\` | \`${code}\` | ${cause} ${cure} |`];
  });
  const head = '| Status | Slug | Code | Cause and cure |\n|---|---|---|---|';
  const general = 'Problems with the request itself are in [errors.md](../errors.md).';
  return ['## Errors', ...(rows.length === 0 ? [] : [`${head}\n${rows.sort().join('\n')}`]), general];
}

function printSigning({ kit, web3js }: SigningCode): string[] {
  return [
    '## Sign and submit',
    'Sign the transaction without changing it, and return every member that `POST /broadcast` reads. With `@solana/kit`:',
    fence('ts', kit.trimEnd()),
    'With `@solana/web3.js` 1.x; in a browser, `wallet.signTransaction(transaction)` of a wallet adapter takes the place of `transaction.sign`:',
    fence('ts', web3js.trimEnd()),
  ];
}

function printFields(schema: TSchema, required: readonly string[] = listRequired(schema)): string {
  const rows = Object.entries(getProperties(schema)).map(([name, field]) => {
    const { description = '' }: { description?: string } = field;
    return `| \`${name}\` | ${printType(field)} | ${required.includes(name) ? 'yes' : 'no'} | ${description} |`;
  });
  return `| Member | Type | Required | Meaning |\n|---|---|---|---|\n${rows.join('\n')}`;
}

function printType(schema: TSchema): string {
  const { type, const: constant, anyOf, items }: JsonSchema = schema;
  if (constant !== undefined) return `\`${String(constant)}\``;
  if (anyOf !== undefined) return [...new Set(anyOf.map(printType))].join(' or ');
  if (items !== undefined) return `array of ${printType(items)}`;
  return type ?? 'any';
}

type JsonSchema = TSchema & {
  readonly type?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly TSchema[];
  readonly items?: TSchema;
};

function getProperties(schema: TSchema): TObject['properties'] {
  return (schema as Partial<TObject>).properties ?? {};
}

function listRequired(schema: TSchema): readonly string[] {
  return (schema as Partial<TObject>).required ?? [];
}

// Transactions and tokens are shortened: their text says nothing to a reader.
function shorten(_: string, value: unknown): unknown {
  return typeof value === 'string' && /^[\w+/.=-]{100,}$/.test(value) ? `${value.slice(0, 40)}…` : value;
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
