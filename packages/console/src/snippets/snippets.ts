import type { Asked, SnippetOptions } from './asked.ts';
import { writeCurl } from './curl.ts';
import { writeTypeScript } from './typescript.ts';

/** The languages of the inspector, with what writes a request in each. */
export const LANGUAGES = {
  curl: writeCurl,
  TypeScript: writeTypeScript,
} as const satisfies Readonly<Record<string, (asked: Asked, options?: SnippetOptions) => string>>;

export type Language = keyof typeof LANGUAGES;
