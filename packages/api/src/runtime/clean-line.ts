import type { Redact } from './create-redactor.ts';

/** Makes a line of the log fit to be written: without secrets, and of bounded length. */
export type CleanLine = (line: string) => string;

/** What callers send and a log must not contain: partner keys and service tokens. */
const CALLERS_SECRETS = /sapk_[a-z2-7]{39}|st[1-9]\.[\w-]+\.[\w-]{20,}\.[\w-]{43}/g;
const REMOVED = '(removed)';
const LINE_CHARACTERS = 8_192;
const FIELD_CHARACTERS = 1_024;
const LIST_ITEMS = 20;

/**
 * Creates the filter of every log line, for text in any field.
 *
 * Secrets are removed first, because a secret that is cut in two would not be recognised. A line over 8,192 characters has
 * its texts cut to 1,024 and its lists to 20 items, and is a whole line of JSON still; a line that is still too long keeps
 * only its identifying fields.
 *
 * @param redact - removes what is configured.
 */
export function createLineCleaner(redact: Redact): CleanLine {
  return (line) => {
    const clean = redact(line).replace(CALLERS_SECRETS, REMOVED);
    return clean.length <= LINE_CHARACTERS ? clean : `${cut(clean)}\n`;
  };
}

function cut(line: string): string {
  const fields = parse(line);
  if (fields === undefined) return JSON.stringify({ level: 40, msg: line.slice(0, FIELD_CHARACTERS) });
  const short = JSON.stringify(fields, (_name, value: unknown) => cutValue(value));
  if (short.length <= LINE_CHARACTERS) return short;
  const { level, time, requestId, msg } = fields;
  return JSON.stringify({ level, time, requestId, msg: cutValue(msg), characters: line.length });
}

function cutValue(value: unknown): unknown {
  if (typeof value === 'string' && value.length > FIELD_CHARACTERS) {
    return `${value.slice(0, FIELD_CHARACTERS)} (${value.length} characters)`;
  }
  return Array.isArray(value) ? value.slice(0, LIST_ITEMS) : value;
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
