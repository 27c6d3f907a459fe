import {
  type AmountAsset,
  ASSET_DECIMALS,
  ASSET_SYMBOLS,
  formatAmount,
  type Quantity,
} from '@staking-agent/wire';

/**
 * Decides what a number becomes.
 *
 * @param value - the nearest double.
 * @param source - the number as it is written.
 */
type NumberReader = (value: number, source: string) => unknown;

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
const readBigIntegers: NumberReader = (value, source) =>
  !Number.isSafeInteger(value) && /^[0-9]{16,20}$/.test(source) ? BigInt(source) : value;

/**
 * Parses the JSON of a ledger node, integers beyond a double as bigints.
 *
 * Almost every account has one such integer, the epoch of its rent, which says nothing any more and is not kept. Answers
 * without another are parsed as usual, which takes a fraction of the time.
 *
 * @throws {SyntaxError} for what is not JSON.
 */
export function parseLedgerJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return isExact(value) ? value : parseExactJson(text, readBigIntegers);
}

/**
 * Parses JSON whose numbers keep their digits, {@link keepDigits}.
 *
 * @throws {SyntaxError} for what is not JSON.
 */
export function parseKeepingDigits(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // What prints as it was written has lost nothing; spaces alone make it slow, not wrong.
  return JSON.stringify(value) === text ? value : parseExactJson(text, keepDigits);
}

/** Checks whether no integer is so large that a double may have changed it. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (!hasMembers(value)) return true;
  if (Array.isArray(value)) {
    for (const each of value) if (!isExact(each)) return false;
    return true;
  }
  for (const name in value) if (name !== RENT_EPOCH && !isExact(value[name])) return false;
  return true;
}

const RENT_EPOCH = 'rentEpoch';

/** Checks whether a parsed value has members; a list is taken for one whose members are its indexes. */
export function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Prints an amount as base units and as decimal text. */
export function toQuantity(asset: AmountAsset, baseUnits: bigint): Quantity {
  return {
    asset: ASSET_SYMBOLS[asset],
    amount: formatAmount(baseUnits, ASSET_DECIMALS[asset]),
    baseUnits: String(baseUnits),
  };
}
