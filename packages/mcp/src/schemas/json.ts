/** A JSON value that is an object: a schema, or a part of one. */
export type Json = { readonly [member: string]: unknown };

/** Whether a value is a JSON object. */
export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
