import type { Deployment } from '@staking-agent/chain/deployment';
import type { Verification } from '@staking-agent/verify';
import { type AmountAsset, ASSET_DECIMALS, formatAmount, type Quantity } from '@staking-agent/wire';
import type { Build } from './build.ts';

/** A verified build to describe. */
export type ToldBuild = Pick<Build<unknown>, 'by' | 'operation' | 'request' | 'wallet'> & {
  /** Base64. */
  readonly transaction: string;
  readonly proof: Verification;
  /** Whether it has not been simulated. */
  readonly isSpared: boolean;
};

/** The mints that have a symbol here. */
export type Mints = Pick<Deployment, 'usdcMint' | 'rasolMint' | 'rausdcMint' | 'rasolMaxMint' | 'solMint'>;

/** Prints an amount of an asset of the verifier: a mint, or `stake` for SOL in a stake account. */
export function toQuantity(asset: string, baseUnits: bigint, mints: Mints): Quantity {
  const key = findAsset(asset, mints);
  return {
    asset: key === 'raSOLMax' ? 'raSOL Max' : key,
    amount: formatAmount(baseUnits, ASSET_DECIMALS[key]),
    baseUnits: String(baseUnits),
  };
}

function findAsset(asset: string, mints: Mints): AmountAsset {
  const assets: Readonly<Record<string, AmountAsset>> = {
    stake: 'SOL',
    [mints.solMint]: 'SOL',
    [mints.usdcMint]: 'USDC',
    [mints.rasolMint]: 'raSOL',
    [mints.rausdcMint]: 'raUSDC',
    [mints.rasolMaxMint]: 'raSOLMax',
  };
  const found = assets[asset];
  if (found === undefined)
    throw new Error(`The verifier names ${asset}, which is no asset of the deployment.`);
  return found;
}

/** Returns the stake account that a build opens; undefined when it opens none, such as a merge. */
export function findOpenedStake({
  operation,
  proof,
}: Pick<ToldBuild, 'operation' | 'proof'>): string | undefined {
  if (operation === 'merge') return undefined;
  return proof.effects.arrives.find(({ asset }) => asset === 'stake')?.account;
}
