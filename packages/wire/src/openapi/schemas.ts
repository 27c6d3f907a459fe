import type { TSchema } from 'typebox';

/** A printed piece of the document. */
export type Json = { [member: string]: unknown };

/** The named schemas met while printing, by title. */
export type Schemas = Map<string, Json>;

/**
 * Prints a schema as JSON Schema: titled ones are moved to `schemas` and referred to by name.
 *
 * @throws {Error} when two different schemas carry the same title.
 */
export function printSchema(schema: TSchema, schemas: Schemas): Json {
  const printed = printValue(JSON.parse(JSON.stringify(schema)), schemas);
  return printed as Json;
}

function printValue(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((item) => printValue(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const printed: Json = {};
  for (const [name, member] of Object.entries(value)) {
    // Said to callers, not enforced: the service judges the words itself, in words of its own.
    printed[name === 'x-values' ? 'enum' : name] = printValue(member, schemas);
  }
  // Only schemas have both; a property that happens to be called "title" is an object, not a text.
  const { title, type } = printed;
  return typeof title === 'string' && type === 'object' ? moveOut(title, printed, schemas) : printed;
}

function moveOut(title: string, printed: Json, schemas: Schemas): Json {
  const known = schemas.get(title);
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(printed)) {
    throw new Error(`Two different schemas are called ${title}.`);
  }
  schemas.set(title, printed);
  return { $ref: `#/components/schemas/${title}` };
}
