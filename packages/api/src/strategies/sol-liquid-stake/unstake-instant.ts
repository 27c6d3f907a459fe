import type { Deployment } from '@staking-agent/chain/deployment';
import type { FindRange } from '../../builds/range.ts';
import { requireAddress } from '../request-fields.ts';
import { MARKET_SLIPPAGE_BPS } from '../slippage.ts';
import type { Exit } from '../strategy.ts';
import { orderOrLack } from './order-or-lack.ts';
import { requireRasolAmount } from './require-rasol-amount.ts';

/**
 * Swaps raSOL for SOL at once, at the market price.
 *
 * `amount` is raSOL with at most 9 decimals. One call to the router, then a simulation on our own ledger node.
 *
 * @throws {ProblemError} `invalid_request` for wallet or amount; `upstream_error` when the router makes no order
 *   (no liquidity), or one that does not do what was asked, or the ledger would refuse it.
 */
export function createUnstakeInstant(
  deployment: Deployment,
  findRange: FindRange,
): Exit<'sol-liquid-stake', 'instant'> {
  const { solMint, rasolMint } = deployment;
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const rasol = requireRasolAmount(body.amount);

    const swap = { sell: rasolMint, buy: solMint, amount: rasol, slippageBps: MARKET_SLIPPAGE_BPS };
    await services.requireStore();
    const { transaction, routing } = await orderOrLack(
      services.router.orderSwap(swap, wallet.text),
      wallet.text,
      rasol,
      services,
    );

    return {
      by: 'router',
      operation: 'unstake',
      request: body,
      findRange,
      spends: { asset: 'raSOL', amount: rasol },
      transaction,
      route: 'token',
      wallet: wallet.text,
      lifetime: await services.blockhash.get(),
      fields: () => ({ strategy: 'sol-liquid-stake', kind: 'instant', ...routing }),
    };
  };
}
