import type { VerifyDeployment } from '../verify-deployment.ts';

/** A token that is written with a symbol and decimals. */
export type Asset = { readonly symbol: string; readonly decimals: number };

/** SOL, wrapped or not. */
export const SOL: Asset = { symbol: 'SOL', decimals: 9 };

/** Returns the asset of a base58 mint, where the deployment knows it. */
export function findAsset(mint: string, deployment: VerifyDeployment): Asset | undefined {
  switch (mint) {
    case deployment.solMint:
      return SOL;
    case deployment.usdcMint:
      return { symbol: 'USDC', decimals: 6 };
    case deployment.rasolMint:
      return { symbol: 'raSOL', decimals: 9 };
    case deployment.rasolMaxMint:
      return { symbol: 'raSOL Max', decimals: 9 };
    case deployment.rausdcMint:
      return { symbol: 'raUSDC', decimals: 9 };
    default:
      return undefined;
  }
}

/** Writes base units as exact decimal text with the symbol: `1.5 SOL`. */
export function formatAmount(baseUnits: bigint, { symbol, decimals }: Asset): string {
  const digits = String(baseUnits).padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0+$/, '');
  return `${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`} ${symbol}`;
}
