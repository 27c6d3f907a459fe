import { type Deployment, parseDeployment } from '@staking-agent/chain/deployment';
import {
  BROADCAST_OUTCOMES,
  OPERATIONS,
  type Operation,
  OUTPUT_ASSETS,
  PROBLEM_CODES,
  PROBLEM_SLUGS,
  Problem,
  STRATEGY_KEYS,
  UNSTAKE_KINDS,
  UNSTAKE_STEPS,
} from '@staking-agent/wire';

/** A JSON schema as the contract uses it. */
type Schema = {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: unknown;
  readonly 'x-values'?: readonly string[];
};

const HEAD = `// Printed from the contract by \`npm run generate\`. Plain types: who installs the client needs no schema library.

`;

/** Lists of the contract that have no schema of their own. */
const WORDS: readonly (readonly [name: string, doc: string, values: readonly string[]])[] = [
  ['StrategyKey', 'The key that names one strategy.', STRATEGY_KEYS],
  ['UnstakeKind', 'The ways out of a position.', UNSTAKE_KINDS],
  ['UnstakeStep', 'The steps in which a vault with a waiting period is left.', UNSTAKE_STEPS],
  ['OutputAsset', 'What a leveraged exit can end in.', OUTPUT_ASSETS],
  ['BroadcastOutcome', 'What became of the bytes of a failed broadcast.', BROADCAST_OUTCOMES],
  ['ProblemSlug', "The stable last segment of a problem's `type`.", PROBLEM_SLUGS],
  ['ProblemCode', 'Every code that a problem can carry.', Object.keys(PROBLEM_CODES)],
];

/**
 * Prints the contract as plain types: one for every schema with a title, then what each operation takes and answers.
 *
 * A field of a body that has fixed values becomes a union of them, although the service reads it as text.
 */
export function printContract(): string {
  const named = new Map<string, string>();
  const operations = Object.values<Operation>(OPERATIONS).map((operation) =>
    printOperation(operation, named),
  );
  printNamed(Problem as Schema, named);
  return [
    HEAD,
    ...[...named].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => `${text}\n`),
    ...WORDS.map(([name, doc, values]) => `/** ${doc} */\nexport type ${name} =${list(values)};\n\n`),
    `/** What each operation takes and answers, by its id. */\nexport type Operations = {\n${operations.join('')}};\n`,
  ].join('');
}

function printOperation(operation: Operation, named: Map<string, string>): string {
  const { id, summary, params, query, body, requiredQuery = [], responses } = operation;
  const parts = [params, query].flatMap((part) =>
    part === undefined
      ? []
      : [printObject({ ...part, required: [...(part.required ?? []), ...requiredQuery] } as Schema, named)],
  );
  if (body !== undefined) parts.push(printType(body as Schema, named));
  const answers = Object.values(responses).map((schema) => printType(schema as Schema, named));
  return [
    `  /** ${summary}. */\n`,
    `  readonly ${id}: {\n`,
    `    readonly request: ${parts.length === 0 ? 'undefined' : parts.join(' & ')};\n`,
    `    readonly answer: ${[...new Set(answers)].join(' | ')};\n`,
    '  };\n',
  ].join('');
}

/** Prints a type; one with a title is declared once and referred to. */
function printType(schema: Schema, named: Map<string, string>): string {
  return schema.title === undefined ? printPlain(schema, named) : printNamed(schema, named);
}

function printNamed(schema: Schema, named: Map<string, string>): string {
  const name = schema.title ?? '';
  if (!named.has(name)) {
    named.set(name, '');
    const doc = schema.description === undefined ? '' : `/** ${schema.description} */\n`;
    named.set(name, `${doc}export type ${name} = ${printPlain(schema, named)};\n`);
  }
  return name;
}

function printPlain(schema: Schema, named: Map<string, string>): string {
  if (schema.const !== undefined) return literal(schema.const);
  const values = schema.enum ?? schema['x-values'];
  if (values !== undefined) return values.map(literal).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map((each) => printType(each, named)).join(' | ');
  if (schema.type === 'array') return `readonly (${printType(schema.items ?? {}, named)})[]`;
  if (schema.type === 'object') return printObject(schema, named);
  return printScalar(schema.type);
}

function printScalar(type: Schema['type']): string {
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'string' || type === 'boolean' || type === 'null') return type;
  return 'unknown';
}

function printObject(schema: Schema, named: Map<string, string>): string {
  const members = Object.entries(schema.properties ?? {});
  if (members.length === 0) return 'Readonly<Record<string, unknown>>';
  const lines = members.map(([name, member]) => {
    const doc = member.description === undefined ? '' : `/** ${member.description} */ `;
    const mark = schema.required?.includes(name) ? '' : '?';
    return `${doc}readonly ${/^\w+$/.test(name) ? name : literal(name)}${mark}: ${printType(member, named)};`;
  });
  return `{ ${lines.join('\n')} }`;
}

function list(values: readonly string[]): string {
  return values.map((value) => `\n  | ${literal(value)}`).join('');
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
}

/**
 * Prints the addresses of a deployment that the package pins, in a module of its own: a page loads one of them.
 *
 * @param file - a parsed deployment file.
 */
export function printDeployment(file: unknown): string {
  const { name, ...rest } = parseDeployment(file);
  return [
    '// Printed from the files in deployments by `npm run generate`: what is verified against, no server can change.\n\n',
    "import type { VerifyDeployment } from '@staking-agent/verify';\n\n",
    `/** The addresses of ${name}. */\nexport const ${name}: VerifyDeployment & { readonly genesisHash?: string } = ${print(rest)};\n`,
  ].join('');
}

/**
 * Prints the tip accounts of deployments, by name. They are a module of their own: most requests have no tip.
 *
 * @param files - parsed deployment files.
 */
export function printTipAccounts(files: readonly unknown[]): string {
  const all = files.map(parseDeployment).map(({ name, tipAccounts = {} }) => [name, tipAccounts]);
  return [
    '// Printed from the files in deployments by `npm run generate`.\n\n',
    '/** The accounts that take tips, by deployment and landing service. */\n',
    `export const tipAccounts = ${printValue(Object.fromEntries(all))};\n`,
  ].join('');
}

type Pinned = Omit<Deployment, 'name'>;

/** Keeps the addresses that a proof reads, and the ledger that nodes are held to; versions are for operators. */
function print({ programs: _, tipAccounts: __, usdcStrategies, ...pinned }: Pinned): string {
  return printValue({
    ...pinned,
    ...(usdcStrategies !== undefined && { usdcStrategies: { adaptors: usdcStrategies.adaptors } }),
  });
}

function printValue(value: unknown): string {
  if (value instanceof Uint8Array) return `Uint8Array.of(${[...value].join(', ')})`;
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${name}: ${printValue(member)}`)
    .join(', ')} }`;
}
