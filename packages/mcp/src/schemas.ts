import type { ExampleRequest, Operation } from '@staking-agent/wire';
import { isJson, type Json } from './result.ts';

/** An object that a tool takes. */
export type ObjectSchema = Json & {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, Json>>;
};

/**
 * What no agent gives: the key of a partner is a secret and comes from the environment, what a build tells is the server's to
 * ask for, and which key a stake account has makes no difference to an agent.
 */
const WITHHELD = ['partner_api_key', 'include', 'stakeAccountForm'];

/** Shorter than the first sentence of the contract. */
const WORDS: Readonly<Record<string, string>> = {
  amount: 'Decimal text, such as 1.5, or max. SOL with at most 9 decimal places, USDC with at most 6.',
  minReceive: 'The least that must arrive, in the asset that is paid out.',
  wait: 'Whole seconds, 0 to 30, to wait for landed, failed or expired.',
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

/** Digits of a double that are exact in any case. */
const EXACT_DIGITS = 15;

function readAs(type: unknown, value: unknown): unknown {
  const text = String(value);
  const isExact = /^-?\d+(\.\d+)?$/.test(text) && text.replace(/\D/g, '').length <= EXACT_DIGITS;
  if (type === 'string' && typeof value === 'number' && isExact) return text;
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && isExact) return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** Prints a call that the operation accepts, for the refusal of another one. */
export function printValidCall({ examples }: Operation): string {
  const [first]: readonly ExampleRequest[] = Object.values(examples).flat();
  const members = Object.entries({ ...first?.params, ...first?.query, ...first?.body });
  return JSON.stringify(Object.fromEntries(members.filter(([name]) => !WITHHELD.includes(name))));
}

function shorten(name: string, { description, examples: _, 'x-values': values, ...rest }: Json): Json {
  const words = Array.isArray(values) ? undefined : (WORDS[name] ?? firstSentence(description));
  return {
    ...rest,
    ...(Array.isArray(values) && { enum: values }),
    ...(words !== undefined && { description: words }),
  };
}

function firstSentence(description: unknown): string | undefined {
  if (typeof description !== 'string') return undefined;
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
 * Prints what a tool answers: the members that every answer of the operation has, with their types. All else is left to the
 * contract: printed in full, the tools would fill a tenth of a megabyte of each conversation.
 */
export function printOutput({ responses }: Operation): Json {
  const variants = Object.values(responses).flatMap((schema) =>
    listVariants(JSON.parse(JSON.stringify(schema))),
  );
  const [first, ...others] = variants.map(listRequired);
  const required = (first ?? []).filter((name) => others.every((names) => names.includes(name)));
  const properties = Object.fromEntries(required.map((name) => [name, { type: listTypes(variants, name) }]));
  return { type: 'object', properties, required };
}

/** The objects that a schema stands for. */
function listVariants(schema: unknown): readonly Json[] {
  if (!isJson(schema)) return [];
  const options = schema['anyOf'] ?? schema['oneOf'];
  return Array.isArray(options) ? options.flatMap(listVariants) : [schema];
}

function listRequired({ required }: Json): readonly string[] {
  return Array.isArray(required) ? required : [];
}

/** The JSON types that a member has in any answer. */
function listTypes(variants: readonly Json[], name: string): string | readonly string[] {
  const members = variants.flatMap(({ properties }) =>
    isJson(properties) ? listVariants(properties[name]) : [],
  );
  const types = [
    ...new Set(members.map(({ type, enum: words }) => String(type ?? typeof [words].flat()[0]))),
  ];
  return types.length === 1 && types[0] !== undefined ? types[0] : types;
}
