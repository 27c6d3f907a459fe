import type { Deployment } from '@staking-agent/chain/deployment';
import { requireAddress } from '../../request-fields.ts';
import { outputInSol, priceImpactOf, requestOrder } from '../router-order.ts';
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
    const asked = { inp: rasolMint, out: solMint, inpAmt: rasol };
    const order = await requestOrder(
      'token',
      { inp: rasolMint, out: solMint, amt: String(rasol) },
      asked,
      services,
    );
    return {
      strategy: 'sol-liquid-stake',
      inAsset: 'raSOL',
      outAsset: 'SOL',
      inAmount: body.amount,
      outAmount: outputInSol(order),
      priceImpactPct: priceImpactOf(order),
    };
  };
}
