import type { Deployment } from '@staking-agent/chain/deployment';
import type { Router } from '../upstreams/router/router.ts';
import { MARKET_SLIPPAGE_BPS } from './slippage.ts';

/** What sales are quoted with. */
export type SalePorts = {
  readonly router: Pick<Router, 'quoteSwap'>;
  readonly config: { readonly deployment: Pick<Deployment, 'solMint' | 'rasolMint'> };
};

/** Asks the router what it pays for raSOL now; base units and lamports. @throws {UpstreamFault} as the router does. */
export async function quoteSale(rasol: bigint, { router, config }: SalePorts): Promise<bigint> {
  const { solMint, rasolMint } = config.deployment;
  const swap = { sell: rasolMint, buy: solMint, amount: rasol, slippageBps: MARKET_SLIPPAGE_BPS };
  const { bought } = await router.quoteSwap(swap);
  return bought;
}
