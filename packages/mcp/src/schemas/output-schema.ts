import type { Operation } from '@staking-agent/wire';
import { isJson, type Json } from './json.ts';

/**
 * Prints what a tool answers: the members that every answer of the operation has, with their types. All else is left to the
 * contract: printed in full, the tools would fill a tenth of a megabyte of each conversation.
 */
export function printOutput({ responses }: Pick<Operation, 'responses'>): Json {
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
