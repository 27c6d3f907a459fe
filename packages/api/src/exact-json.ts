/**
 * Decides what a number becomes.
 *
 * @param value - the nearest double.
 * @param source - the number as it is written.
 */
export type NumberReader = (value: number, source: string) => unknown;

/**
 * Parses JSON whose numbers may have more digits than a double keeps.
 *
 * @throws {SyntaxError} for what is not JSON.
 */
export function parseExactJson(text: string, readNumber: NumberReader): unknown {
  return JSON.parse(text, (_key, value, { source = '' }: { source?: string } = {}) =>
    typeof value === 'number' ? readNumber(value, source) : value,
  );
}

/** Keeps what would print differently from how it is written as raw JSON, which prints as written. */
export const keepDigits: NumberReader = (value, source) =>
  String(value) === source ? value : JSON.rawJSON(source);

/** Gives an integer beyond what a double holds exactly, up to 20 digits, as a bigint. */
export const readBigIntegers: NumberReader = (value, source) =>
  !Number.isSafeInteger(value) && /^[0-9]{16,20}$/.test(source) ? BigInt(source) : value;
