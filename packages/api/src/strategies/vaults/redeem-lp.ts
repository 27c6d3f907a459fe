import { LP_DECIMALS, redeemableValue, type VaultState } from '@staking-agent/chain/vault';
import { ASSET_DECIMALS } from '@staking-agent/wire';
import { printQuotient } from '../../yields/receipt-value.ts';

/** So many whole LP that their worth in base units has all places of a rate. */
const MANY = 10n ** 18n;

/** Computes what LP would pay now, in asset base units, rounded down; zero while the vault does not redeem. */
export function redeemLp(state: VaultState, lp: bigint, now: bigint): bigint {
  const value = redeemableValue(state, lp, now);
  return value.ok ? value.asset : 0n;
}

/** What one LP would pay now, in the asset: decimal text with 18 places, rounded down. */
export function printLpRate(
  state: VaultState,
  now: bigint,
  asset: 'USDC' | 'raSOL',
  price: { readonly worth: bigint; readonly of: bigint } = { worth: 1n, of: 1n },
): string {
  const paid = redeemLp(state, MANY * 10n ** BigInt(LP_DECIMALS), now);
  return printQuotient(paid * price.worth, MANY * 10n ** BigInt(ASSET_DECIMALS[asset]) * price.of);
}
