import type { Deployment } from '@staking-agent/chain/deployment';
import { LP_DECIMALS, type NetAssetValue, netAssetValue } from '@staking-agent/chain/vault';
import { readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { CLOCK, decodePricedVault } from '../../vaults/priced-vault.ts';
import { exactQuotient } from '../../yields/exact-quotient.ts';
import type { FigurePorts, ReadExchangeRate } from '../../yields/figure-source.ts';
import { FigureUnavailable } from '../../yields/figure-unavailable.ts';

const USDC_DECIMALS = 6;
/** What the two tokens differ by in decimals. */
const SCALE = 10n ** BigInt(LP_DECIMALS - USDC_DECIMALS);

/** USDC per raUSDC: the vault's total value over all LP, fees up to now included; what a deposit is priced at. */
export function createUsdcExchangeRate(deployment: Deployment): ReadExchangeRate {
  return async (services) => {
    const { asset, lp } = await readShares(deployment, services);
    return exactQuotient(asset * SCALE, lp);
  };
}

async function readShares(
  { usdcVault: vault, rausdcMint: lpMint }: Deployment,
  services: FigurePorts,
): Promise<NetAssetValue> {
  const priced = decodePricedVault(await readAccounts([vault, lpMint, CLOCK], services), { vault, lpMint });
  if (priced === undefined) throw new FigureUnavailable('no vault there');
  const shares = netAssetValue(priced.state, priced.now);
  if (!shares.ok) throw new FigureUnavailable('a vault without a price');
  return shares;
}
