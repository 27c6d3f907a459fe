import { fromJsonSchema } from '@modelcontextprotocol/server';
import type { Operation } from '@staking-agent/wire';
import { isJson, type Json, Refusal } from './result.ts';

/** An object that a tool takes. */
export type ObjectSchema = Json & {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
};

/**
 * Members that no agent gives or is told of: the key of a partner is a secret and comes from the environment, what a build tells is the
 * server's to ask for, which key a stake account has makes no difference to an agent, no agent tips by itself, and pages have the
 * usual length.
 */
const WITHHELD = [
  'partner_api_key',
  'include',
  'stakeAccountForm',
  'explanation',
  'tip',
  'limit',
  'to',
  'format',
];

/** Shorter than the first sentence of the contract. */
const WORDS: Readonly<Record<string, string>> = {
  wallet: 'Base58 address.',
  amount: 'Decimal text, such as 1.5, or max; SOL has 9 decimal places, USDC 6.',
  minReceive: 'The least that must arrive, in the asset that is paid out.',
  wait: 'Whole seconds, 0 to 30, to wait for an end, or for a row.',
  after: 'cursor of a row, or a slot: what came after it, oldest first.',
};

/**
 * Prints what a tool takes from the operation behind it: path, query and body as one object, closed, with words as enums and
 * descriptions cut to their first sentence, so that the list of all tools stays small.
 */
export function printInput({ params, query, requiredQuery = [], body }: Operation): ObjectSchema {
  const parts = [params, query, body].flatMap((part) => (part === undefined ? [] : [toJson(part)]));
  const properties: Record<string, Json> = {};
  const required = new Set<string>(requiredQuery);
  for (const part of parts) {
    for (const name of listTexts(part['required'])) required.add(name);
    for (const [name, schema] of listSchemas(part['properties'])) {
      if (!WITHHELD.includes(name)) properties[name] = shorten(name, schema);
    }
  }
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

/**
 * Reads arguments as their types where only one reading exists: numbers and booleans that are given as text, and text that is
 * given as a number. Anything else is unchanged, and refused by the schema.
 */
export function readArguments({ properties }: ObjectSchema, args: unknown): unknown {
  if (!isJson(args)) return args;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, readAs(properties[name]?.['type'], value)]),
  );
}

/**
 * Compiles the input of a tool, which takes what has one reading.
 *
 * @returns what reads arguments. @throws {Refusal} that shows a call which would be taken.
 */
export function compileInput(input: ObjectSchema, validCall: Json): (given: Json) => Promise<Json> {
  const { properties, required } = input;
  const { '~standard': standard } = fromJsonSchema<Json>(input);
  const names = Object.keys(properties);
  return async (given) => {
    const args = { ...Object(readArguments(input, given)) };
    const { issues } = await standard.validate(args);
    if (issues === undefined) return args;
    const detail = (words: string) => `${words}; a valid call is ${JSON.stringify(validCall)}.`;
    const unknown = Object.keys(args).filter((name) => !names.includes(name));
    if (unknown.length > 0)
      throw new Refusal(
        'ARGUMENT_UNKNOWN',
        detail(`Not taken: ${unknown.join(', ')}. Taken: ${names.join(', ') || 'nothing'}`),
      );
    const missing = required.filter((name) => !Object.hasOwn(args, name));
    if (missing.length > 0) throw new Refusal('FIELD_MISSING', detail(`Missing: ${missing.join(', ')}`));
    throw new Refusal(
      'FIELD_INVALID',
      detail(issues.map(({ message }) => explainIssue(message, properties)).join(', ')),
    );
  };
}

/** Says what is wrong with an argument; the words that it may be are named. */
function explainIssue(message: string, properties: ObjectSchema['properties']): string {
  const words = message.replaceAll('data/', '');
  const [name = ''] = words.split(' ');
  return words.replace(
    'equal to one of the allowed values',
    `one of: ${listTexts(properties[name]?.['enum']).join(', ')}`,
  );
}

/** Digits of a double that are exact in any case. */
const EXACT_DIGITS = 15;

function readAs(type: unknown, value: unknown): unknown {
  if (typeof value !== 'string' && typeof value !== 'number') return value;
  const text = String(value);
  const isExact = /^-?\d+(\.\d+)?$/.test(text) && text.replace(/\D/g, '').length <= EXACT_DIGITS;
  if (type === 'string' && typeof value === 'number' && isExact) return text;
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && isExact) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** Prints a call that an input takes, for the refusal of another one. What only a run knows of it stands there in words. */
export function printValidCall({ examples }: Operation, { properties, required }: ObjectSchema): Json {
  const [first] = Object.values(examples).flat();
  const example: Json = { ...first?.params, ...first?.query, ...first?.body };
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { description }]) => {
      const value = example[name] ?? (required.includes(name) ? description : undefined);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function shorten(name: string, schema: Json): Json {
  // Where there are two ways to say it, agents are shown the shorter one, which comes first.
  const [first = schema] = [schema['anyOf'] ?? []].flat().filter(isJson);
  const { description, examples: _, 'x-values': values, ...rest } = first;
  const told = typeof description === 'string' ? firstSentence(description) : undefined;
  const words = Array.isArray(values) ? undefined : (WORDS[name] ?? told);
  return {
    ...rest,
    ...(Array.isArray(values) && { enum: values }),
    ...(words !== undefined && { description: words }),
  };
}

/** Cuts a description after its first sentence. */
export function firstSentence(description: string): string {
  return /^.*?[.](?=\s|$)/s.exec(description)?.[0] ?? description;
}

function toJson(schema: object): Json {
  return JSON.parse(JSON.stringify(schema));
}

function listTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function listSchemas(value: unknown): readonly (readonly [string, Json])[] {
  return isJson(value)
    ? Object.entries(value).filter((entry): entry is [string, Json] => isJson(entry[1]))
    : [];
}

/**
 * Prints what a tool answers, to the leaves: one object with the members of all variants of the answer. Shapes that the
 * contract names stand once in `$defs`; descriptions are cut to their first sentence.
 *
 * Words are listed in descriptions, and further members are let pass, so that no client refuses the answer of a newer service.
 *
 * @param more - members that the server adds to the answer, none of them required.
 */
export function printOutput(
  responses: Readonly<Record<string, object>>,
  more: Readonly<Record<string, object>> = {},
): ObjectSchema {
  const shapes = new Map<string, Json>();
  const variants = Object.values(responses).flatMap((schema) => listVariants(toJson(schema)));
  const members = variants.flatMap((variant) => listSchemas(variant['properties']));
  const properties: Record<string, Json> = {};
  for (const [name, schema] of [...members, ...Object.entries(more)]) {
    if (WITHHELD.includes(name)) continue;
    const [printed] = printShapes([schema], shapes);
    properties[name] = unite(properties[name] ?? printed, printed);
  }
  const required = Object.keys(properties).filter((name) =>
    variants.every((variant) => listTexts(variant['required']).includes(name)),
  );
  const $defs = shapes.size > 0 && { $defs: Object.fromEntries(shapes) };
  return { type: 'object', properties, required, ...$defs };
}

/** The objects that a schema stands for. */
function listVariants(schema: Json): readonly Json[] {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? anyOf.filter(isJson).flatMap(listVariants) : [schema];
}

/** Keywords of schemas that bind more than a reader of answers needs. */
const DROPPED = ['additionalProperties', 'examples', 'minimum', 'maximum', 'title'];

function printShapes(schemas: readonly [object], shapes: Map<string, Json>): readonly [Json] {
  const print = (name: string, value: unknown): unknown => {
    // A member of an answer may have the name of a keyword; it is an object then.
    if (!isJson(value)) {
      if (DROPPED.includes(name)) return undefined;
      return name === 'description' && typeof value === 'string' ? firstSentence(value) : value;
    }
    const { title, const: word, enum: words = [word], description, ...shape } = value;
    const listed = listTexts(words);
    if (listed.length > 0) return { type: 'string', description: listed.join(', ') };
    if (typeof title !== 'string') return value;
    if (!shapes.has(title)) {
      shapes.set(title, {});
      shapes.set(title, printShapes([shape], shapes)[0]);
    }
    return { $ref: `#/$defs/${title}`, description };
  };
  return JSON.parse(JSON.stringify(schemas, print));
}

/** Describes a member that two variants of an answer have. */
function unite(one: Json, other: Json): Json {
  const options = Array.isArray(one['anyOf']) ? one['anyOf'] : [one];
  if (options.some((option) => JSON.stringify(option) === JSON.stringify(other))) return one;
  if (one['type'] !== 'string' || other['type'] !== 'string') return { anyOf: [...options, other] };
  const [known, more] = [one, other].map(({ description }) => String(description ?? ''));
  return known?.includes(more ?? '') ? one : { type: 'string', description: `${known}, ${more}` };
}

/** Fate of a transaction by the owner's node; only the server on the agent's machine says it. */
export const OWN_NODE = {
  ownNode: {
    type: 'string',
    description:
      'By the ledger node of this machine: landed, failed, alive (seen, not confirmed) or unknown.',
  },
} as const;

/** How far a build is proved; only the server on the agent's machine says it. */
export const VERIFIED = {
  verified: {
    type: 'string',
    description:
      'Proof by the server on this machine of transaction and figures of receipt, nothing else: exact, bounded or unproven.',
  },
} as const;
