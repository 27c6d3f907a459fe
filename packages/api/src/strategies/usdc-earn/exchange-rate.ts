import type { Deployment } from '@staking-agent/chain/deployment';
import { LP_DECIMALS, type NetAssetValue, netAssetValue } from '@staking-agent/chain/vault';
import { FigureUnavailable } from '../../problems/figure-unavailable.ts';
import type { LedgerReader } from '../../upstreams/ledger/ledger-client.ts';
import { readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { exactQuotient } from '../../yields/exact-quotient.ts';
import type { ReadExchangeRate } from '../../yields/figure-source.ts';
import { CLOCK, decodePricedVault, type PricedVault } from '../vaults/priced-vault.ts';

const USDC_DECIMALS = 6;
/** What the two tokens differ by in decimals. */
export const SCALE = 10n ** BigInt(LP_DECIMALS - USDC_DECIMALS);

/** USDC per raUSDC: the vault's total value over all LP, fees up to now included; what a deposit is priced at. */
export function createUsdcExchangeRate(deployment: Deployment): ReadExchangeRate {
  return async (services) => {
    const { asset, lp } = await readShares(deployment, services);
    return exactQuotient(asset * SCALE, lp);
  };
}

/**
 * Reads what all LP of the vault are worth, and when.
 *
 * @throws {FigureUnavailable} where there is no such vault, or it has no price.
 */
export async function readShares(
  { usdcVault: vault, rausdcMint: lpMint }: Deployment,
  ports: { readonly ledger: LedgerReader },
  commitment: 'confirmed' | 'finalized' = 'confirmed',
): Promise<NetAssetValue & Pick<PricedVault, 'epoch' | 'now'>> {
  const read = await readAccounts([vault, lpMint, CLOCK], ports, commitment);
  const priced = decodePricedVault(read, { vault, lpMint });
  if (priced === undefined) throw new FigureUnavailable('no vault there');
  const shares = netAssetValue(priced.state, priced.now);
  if (!shares.ok) throw new FigureUnavailable('a vault without a price');
  return { ...shares, epoch: priced.epoch, now: priced.now };
}
