import type { Address } from '@solana/kit';
import { ASSET_DECIMALS, formatAmount, type SuggestedCall } from '@staking-agent/wire';
import { printCall } from '../print-call.ts';
import { findSplitRange } from './split-range.ts';

/** What a split is suggested for; amounts in lamports. */
export type PartlyAsked = {
  readonly wallet: Address;
  readonly stakeAccount: Address;
  readonly amount: bigint;
  readonly delegated: bigint;
  readonly minimumDelegation: bigint;
};

/** Suggests to split an amount off a stake account; undefined where that cannot be. */
export function suggestSplit(
  { wallet, stakeAccount, amount, delegated, minimumDelegation }: PartlyAsked,
  description: string,
  then?: 'deactivate',
): SuggestedCall | undefined {
  const range = findSplitRange(delegated, minimumDelegation);
  if (range === undefined || amount < range.least || amount > range.most) return undefined;
  const body = { wallet, stakeAccount, amount: formatAmount(amount, ASSET_DECIMALS.SOL) };
  return printCall('split', description, then === undefined ? body : { ...body, then });
}
