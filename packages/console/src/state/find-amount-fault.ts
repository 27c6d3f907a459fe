/** Decimal text as the service takes it: no sign, no exponent, no leading zeros. */
const DECIMAL = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;

/** Says what is wrong with an amount before anybody is asked; undefined for one that can be sent, or none yet. */
export function findAmountFault(amount: string, decimals: number): string | undefined {
  if (amount === '' || amount === 'max') return undefined;
  if (!DECIMAL.test(amount)) return 'Write a decimal number with a point, such as 1.5, or max.';
  const [, places = ''] = amount.split('.');
  if (places.length > decimals) return `At most ${decimals} places after the point.`;
  return /[1-9]/.test(amount) ? undefined : 'Must be above 0.';
}
