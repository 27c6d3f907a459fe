import type { Deployment } from '@staking-agent/chain/deployment';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { requireAddress } from '../request-fields.ts';
import { MARKET_SLIPPAGE_BPS } from '../slippage.ts';
import type { Quote } from '../strategy.ts';
import { requireRasolAmount } from './require-rasol-amount.ts';

/**
 * Previews the instant exit from raSOL to SOL.
 *
 * `outAmount` is SOL as the router prices it now; `priceImpactPct` a fraction, or null when it reports none.
 *
 * @throws {ProblemError} `invalid_request` for wallet or amount, `upstream_error` when the router names no price.
 */
export function createQuote({ solMint, rasolMint }: Deployment): Quote<'sol-liquid-stake'> {
  return async (body, services) => {
    requireAddress(body.wallet, 'wallet');
    const rasol = requireRasolAmount(body.amount);
    const swap = { sell: rasolMint, buy: solMint, amount: rasol, slippageBps: MARKET_SLIPPAGE_BPS };
    const { bought, priceImpact } = await services.router.quoteSwap(swap);
    return {
      strategy: 'sol-liquid-stake',
      inAsset: 'raSOL',
      outAsset: 'SOL',
      inAmount: body.amount ?? formatAmount(rasol, ASSET_DECIMALS.raSOL),
      outAmount: formatAmount(bought, ASSET_DECIMALS.SOL),
      priceImpactPct: priceImpact,
    };
  };
}
