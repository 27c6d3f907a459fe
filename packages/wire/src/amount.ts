/** Decimal places of every asset that appears as an amount; raUSDC has 9 although USDC has 6. */
export const ASSET_DECIMALS = { SOL: 9, USDC: 6, raSOL: 9, raSOLMax: 9, raUSDC: 9 } as const;

/** An asset that amounts can be given in. */
export type AmountAsset = keyof typeof ASSET_DECIMALS;

export const ASSET_SYMBOLS: Readonly<Record<AmountAsset, string>> = {
  SOL: 'SOL',
  USDC: 'USDC',
  raSOL: 'raSOL',
  raSOLMax: 'raSOL Max',
  raUSDC: 'raUSDC',
};

/** Longest amount text that is looked at, in UTF-16 units; u64 with 9 decimals needs 21. */
const MAX_AMOUNT_LENGTH = 32;

/** The largest amount a ledger account can hold, in base units: 2^64 - 1. */
export const MAX_BASE_UNITS = 18_446_744_073_709_551_615n;

/** Why an amount text is refused. */
type AmountFault = 'AMOUNT_MALFORMED' | 'AMOUNT_TOO_FINE' | 'AMOUNT_ZERO' | 'AMOUNT_TOO_LARGE';

/** An amount in base units, or the reason for refusing the text and the rule it breaks. */
export type ParsedAmount =
  | { readonly ok: true; readonly baseUnits: bigint }
  | { readonly ok: false; readonly code: AmountFault; readonly rule: string };

const GRAMMAR = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/;

/**
 * Reads a positive decimal amount exactly; refuses text that does not fit and never rounds.
 *
 * Accepts only ASCII digits with an optional fraction. A fraction with more digits than the asset's decimals is refused,
 * even if the extra digits are zeros.
 *
 * @param text - untrusted, of any length; the cost is bounded by {@link MAX_AMOUNT_LENGTH}.
 * @param decimals - places of the asset, 0 or more.
 * @returns base units between 1 and 2^64 - 1, or a code and a sentence fragment with the rule.
 */
export function parseAmount(text: string, decimals: number): ParsedAmount {
  if (text.length > MAX_AMOUNT_LENGTH) {
    return refuse('AMOUNT_MALFORMED', `must be at most ${MAX_AMOUNT_LENGTH} characters long`);
  }
  const parts = GRAMMAR.exec(text);
  const integer = parts?.[1];
  if (integer === undefined) {
    return refuse('AMOUNT_MALFORMED', 'must be a plain decimal number in text, such as "1.5"');
  }
  const fraction = parts?.[2] ?? '';
  if (fraction.length > decimals) return refuse('AMOUNT_TOO_FINE', placesRule(decimals));
  const baseUnits = BigInt(integer + fraction.padEnd(decimals, '0'));
  if (baseUnits === 0n) return refuse('AMOUNT_ZERO', 'must be greater than zero');
  if (baseUnits > MAX_BASE_UNITS) return refuse('AMOUNT_TOO_LARGE', largestRule(decimals));
  return { ok: true, baseUnits };
}

/**
 * Prints base units as a decimal text: exact, without exponent, without trailing zeros.
 *
 * @param baseUnits - 0 or more, of any size.
 * @param decimals - places of the asset, 0 or more.
 * @throws {RangeError} when `baseUnits` is negative.
 */
export function formatAmount(baseUnits: bigint, decimals: number): string {
  if (baseUnits < 0n) throw new RangeError(`An amount cannot be negative, got ${baseUnits} base units.`);
  const digits = baseUnits.toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits[end - 1] === '0') end -= 1;
  return end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
}

function refuse(code: AmountFault, rule: string): ParsedAmount {
  return { ok: false, code, rule };
}

function placesRule(decimals: number): string {
  if (decimals === 0) return 'must be a whole number';
  return `must have at most ${decimals} decimal ${decimals === 1 ? 'place' : 'places'}`;
}

function largestRule(decimals: number): string {
  return `must be at most ${formatAmount(MAX_BASE_UNITS, decimals)}`;
}
