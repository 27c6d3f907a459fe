import { type Address, isAddress } from '@solana/kit';

/** A JSON object of a request. */
export type Body = { readonly [field: string]: unknown };

/** Checks a body. @throws {ControlError} when it is no object or has other fields than these. */
export function requireBody(body: unknown, fields: readonly string[]): Body {
  const value = body ?? {};
  if (!isBody(value) || Array.isArray(value)) {
    throw new ControlError(`The body must be a JSON object with ${list(fields)}.`);
  }
  const unknown = Object.keys(value).find((field) => !fields.includes(field));
  if (unknown === undefined) return value;
  throw new ControlError(`${unknown} is not a field of this request; it takes ${list(fields)}.`);
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null;
}

/** Reads an address. @throws {ControlError} when the field is no base58 text of 32 bytes. */
export function requireWallet(body: Body, field: string): Address {
  const value = body[field];
  if (typeof value === 'string' && isAddress(value)) return value;
  throw new ControlError(
    `${field} must be a base58 address of 32 bytes, such as "So11111111111111111111111111111111111111112".`,
  );
}

/**
 * Reads a decimal amount exactly, in base units; undefined when absent.
 *
 * @param decimals - digits after the point at most.
 * @param maximum - base units at most.
 * @throws {ControlError} when the text is no positive decimal number that fits.
 */
export function findAmount(body: Body, field: string, decimals: number, maximum: bigint): bigint | undefined {
  const value = body[field] ?? undefined;
  if (value === undefined) return undefined;
  const rule = `${field} must be a decimal number as text, above 0, at most ${decimals} digits after the point`;
  const match = typeof value === 'string' ? /^(\d{1,18})(?:\.(\d+))?$/.exec(value) : null;
  const [, whole = '', fraction = ''] = match ?? [];
  if (match === null || fraction.length > decimals) throw new ControlError(`${rule}, such as "1.5".`);
  const baseUnits = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (baseUnits === 0n) throw new ControlError(`${rule}, such as "1.5".`);
  if (baseUnits > maximum) {
    throw new ControlError(`${field} must be at most "${maximum / 10n ** BigInt(decimals)}".`);
  }
  return baseUnits;
}

/** Reads an integer; undefined when absent. @throws {ControlError} when it is not from `minimum` to `maximum`. */
export function findInteger(body: Body, field: string, minimum: number, maximum: number): number | undefined {
  const value = body[field] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum)
    return value;
  throw new ControlError(`${field} must be a whole number from ${minimum} to ${maximum}.`);
}

/** Reads a text of at least one character; undefined when absent. @throws {ControlError} naming an example. */
export function findName(body: Body, field: string, example: string): string | undefined {
  const value = body[field] ?? undefined;
  if (value === undefined || (typeof value === 'string' && value !== '')) return value;
  throw new ControlError(`${field} must be the name of ${example}.`);
}

/** Reads a boolean; undefined when absent. @throws {ControlError} when it is neither true nor false. */
export function findFlag(body: Body, field: string): boolean | undefined {
  const value = body[field] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw new ControlError(`${field} must be true or false.`);
}

/** Reads a choice. @throws {ControlError} when the field is none of them. */
export function requireChoice<const T extends string>(body: Body, field: string, choices: readonly T[]): T {
  const chosen = choices.find((choice) => choice === body[field]);
  if (chosen !== undefined) return chosen;
  throw new ControlError(`${field} must be one of ${choices.join(', ')}.`);
}

function list(fields: readonly string[]): string {
  return fields.length === 1 ? `the field ${fields[0]}` : `the fields ${fields.join(', ')}`;
}

/** A request of `/sandbox` that cannot be honoured; answered as 400 with its message. */
export class ControlError extends Error {
  override readonly name = 'ControlError';
}
