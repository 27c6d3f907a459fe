/** Takes every configured secret out of a text. */
export type Redact = (text: string) => string;

const REMOVED = '(removed)';
/** Shorter ones would be found in words that have nothing to do with them. */
const SHORTEST = 8;

/** As JSON text. */
const printInJson = (text: string) => JSON.stringify(text).slice(1, -1);

/**
 * Creates the filter that removes secrets from logged or answered text, also as encoded in a URL, in JSON, and in JSON
 * within JSON.
 *
 * @param secrets - those under 8 characters are left alone.
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const spellings = secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(secret),
      printInJson(secret),
      printInJson(printInJson(secret)),
    ]);
  // The longest first: one may be a part of another.
  const unique = [...new Set(spellings)].sort((a, b) => b.length - a.length);
  return (text) => {
    let clean = text;
    for (const each of unique) if (clean.includes(each)) clean = clean.replaceAll(each, REMOVED);
    return clean;
  };
}
