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
export function sayTrade({ leaves, arrives }: Effects): string {
  const given = leaves.filter(({ amount }) => amount > 0n).map(sayChange);
  const got = arrives.filter(({ amount }) => amount > 0n);
  const received = got.map((each) => `${isOpen(each) ? 'about ' : ''}${sayChange(each)}`);
  if (given.length === 0 && received.length === 0) return 'Sign – no money moves';
  if (given.length === 0) return `Sign – receive ${received.join(' and ')}`;
  if (received.length === 0) return `Sign – give ${given.join(' and ')}`;
  return `Sign – give ${given.join(' and ')} for ${received.join(' and ')}`;
}

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
