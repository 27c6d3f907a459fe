/** Which cases run. */
export type Settings = { readonly first: number; readonly cases: number };

/**
 * Reads ADVERSARIAL_SEED, the first seed, and ADVERSARIAL_CASES, how many follow it; so a case that failed runs again alone.
 *
 * @throws {RangeError} for what is no whole number.
 */
export function readSettings(usual: Settings): Settings {
  // biome-ignore lint/style/noProcessEnv: which cases run is a matter of whoever runs them.
  const { ADVERSARIAL_SEED, ADVERSARIAL_CASES } = process.env;
  const first = wholeNumber('ADVERSARIAL_SEED', ADVERSARIAL_SEED) ?? usual.first;
  const isAlone = ADVERSARIAL_SEED !== undefined && ADVERSARIAL_CASES === undefined;
  const cases = wholeNumber('ADVERSARIAL_CASES', ADVERSARIAL_CASES) ?? (isAlone ? 1 : usual.cases);
  return { first, cases };
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`${name} must be a whole number, not ${text}.`);
}
