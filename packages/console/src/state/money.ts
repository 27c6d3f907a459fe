import type { Checked } from '@staking-agent/sdk/verify';
import { findAsset, formatAmount } from '@staking-agent/verify/explain';
import { findPinnedAddresses } from './session.ts';

type Effects = NonNullable<Checked['effects']>;
type Change = Effects['leaves'][number];

const SOL = { symbol: 'SOL', decimals: 9 } as const;

/** Lamports as decimal text with the unit. */
export const sayLamports = (lamports: bigint) => formatAmount(lamports, SOL);

/** An amount of the proof with its unit; base units of what this page knows no decimals of. */
export function sayChange({ asset, amount }: Pick<Change, 'asset' | 'amount'>): string {
  if (asset === 'stake') return `${sayLamports(amount)} of stake`;
  const deployment = findPinnedAddresses();
  const known = deployment && findAsset(asset, deployment);
  return known === undefined ? `${amount} base units of ${asset}` : formatAmount(amount, known);
}

/** What a signature gives and gets, for the button that asks for it. */
export function sayTrade({ leaves, arrives }: Pick<Effects, 'leaves' | 'arrives'>): string {
  const given = leaves.filter(({ amount }) => amount > 0n);
  const got = arrives.filter(({ amount }) => amount > 0n);
  const gives = given.map(sayChange).join(' and ');
  const gets = got.map((each) => `${isOpen(each) ? 'about ' : ''}${sayChange(each)}`).join(' and ');
  if (given.length === 0 && got.length === 0) return 'Sign – no money moves';
  if (given.length === 0) return `Sign – receive ${gets}`;
  if (got.length === 0) return `Sign – give ${gives}`;
  // Between stake accounts of the wallet nothing is given away, and a withdrawal pays out what is there.
  if (isAllStake(given) && isAllStake(got)) return `Sign – move ${gives}`;
  if (isAllStake(given) && sum(given) === sum(got)) return `Sign – withdraw ${gets}`;
  return `Sign – give ${gives} for ${gets}`;
}

const isAllStake = (changes: readonly Change[]) => changes.every(({ asset }) => asset === 'stake');
const sum = (changes: readonly Change[]) => changes.reduce((total, { amount }) => total + amount, 0n);

/** Whether less than the amount can arrive. */
export function isOpen({ least, amount, isAtRate }: Change): boolean {
  return least === undefined || least < amount || isAtRate === true;
}

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
