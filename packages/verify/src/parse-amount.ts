import { Refusal } from './refusal.ts';

const DECIMAL = /^(0|[1-9][0-9]{0,19})(?:\.([0-9]+))?$/;
const INTEGER = /^[0-9]{1,20}$/;
const U64_MAX = 2n ** 64n - 1n;

/**
 * Reads a member of a request that is decimal text, exactly.
 *
 * @returns base units, above 0.
 * @throws {Refusal} rule `shape` for any other text, a fraction too fine, or an amount above 2^64 − 1.
 */
export function parseAmount(text: string | undefined, member: string, decimals: number): bigint {
  const [, integer, fraction = ''] = DECIMAL.exec(text ?? '') ?? [];
  const baseUnits = BigInt(integer === undefined ? 0 : integer + fraction.padEnd(decimals, '0'));
  if (baseUnits > 0n && baseUnits <= U64_MAX && fraction.length <= decimals) return baseUnits;
  throw new Refusal(
    'shape',
    `${member} of the request must be decimal text above 0 with at most ${decimals} decimals.`,
  );
}

/**
 * Reads a member of an answer that is an integer, in JSON or in text.
 *
 * @returns undefined when there is no such member.
 * @throws {Refusal} rule `shape` for anything that is not an exact integer of 64 bits.
 */
export function parseInteger(value: unknown, member: string): bigint | undefined {
  if (value === undefined) return undefined;
  const isExact =
    typeof value === 'number' ? Number.isSafeInteger(value) && value >= 0 : INTEGER.test(String(value));
  const integer = isExact ? BigInt(value as number | string) : -1n;
  if (integer >= 0n && integer <= U64_MAX) return integer;
  throw new Refusal('shape', `${member} of the answer must be an integer.`);
}
