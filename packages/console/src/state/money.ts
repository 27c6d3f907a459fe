import { formatAmount } from '@staking-agent/wire/amount';

/** Writes lamports as decimal text with the unit. */
export const sayLamports = (lamports: bigint) => `${formatAmount(lamports, 9)} SOL`;

/** Adds amounts of one asset, exactly; those of several assets are listed. */
export function addAmounts(
  amounts: readonly { readonly asset: string; readonly amount: string; readonly baseUnits: string }[],
): string {
  if (amounts.length === 0) return 'none';
  const isSol = amounts.every(({ asset }) => asset === 'SOL');
  if (isSol) return sayLamports(amounts.reduce((sum, { baseUnits }) => sum + BigInt(baseUnits), 0n));
  return amounts.map(({ amount, asset }) => `${amount} ${asset}`).join(', ');
}

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
