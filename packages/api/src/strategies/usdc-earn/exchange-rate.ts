import { address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import {
  getVaultDecoder,
  getVaultState,
  LP_DECIMALS,
  type NetAssetValue,
  netAssetValue,
} from '@staking-agent/chain/vault';
import { exactQuotient } from '../../figures/exact-quotient.ts';
import {
  type FigureServices,
  FigureUnavailable,
  type ReadExchangeRate,
} from '../../figures/figure-source.ts';

const USDC_DECIMALS = 6;
/** What the two tokens differ by in decimals. */
const SCALE = 10n ** BigInt(LP_DECIMALS - USDC_DECIMALS);

const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const UNIX_TIMESTAMP_AT = 32;
const SUPPLY_AT = 36;

/** USDC per raUSDC: the vault's total value over all LP, fees up to now included; what a deposit is priced at. */
export function createUsdcExchangeRate(deployment: Deployment): ReadExchangeRate {
  return async (services) => {
    const { asset, lp } = await readShares(deployment, services);
    return exactQuotient(asset * SCALE, lp);
  };
}

async function readShares(
  { usdcVault, rausdcMint }: Deployment,
  { ledger }: FigureServices,
): Promise<NetAssetValue> {
  const { value } = await ledger.read('getMultipleAccounts', [
    [usdcVault, rausdcMint, CLOCK],
    { encoding: 'base64', commitment: 'confirmed' },
  ]);
  const [vault, mint, clock] = value.map((account) => account && Buffer.from(account.data[0], 'base64'));
  if (!vault || !mint || !clock) throw new FigureUnavailable('no vault there');
  const state = getVaultState(getVaultDecoder().decode(vault), mint.readBigUInt64LE(SUPPLY_AT));
  const shares = netAssetValue(state, clock.readBigInt64LE(UNIX_TIMESTAMP_AT));
  if (!shares.ok) throw new FigureUnavailable('a vault without a price');
  return shares;
}
