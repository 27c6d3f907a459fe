import type { Deployment } from '@staking-agent/chain/deployment';
import type { FindRange } from '../../builds/range.ts';
import { POOL_SLIPPAGE_BPS } from '../slippage.ts';
import type { Stake } from '../strategy.ts';

/**
 * Swaps SOL for raSOL.
 *
 * `amount` is SOL with at most 9 decimals. One call to the router, then a simulation on our own ledger node.
 *
 * @throws {ProblemError} `upstream_error` when the router makes no order,
 *   or one that does not do what was asked, or the ledger would refuse it.
 */
export function createStake(deployment: Deployment, findRange: FindRange): Stake<'sol-liquid-stake'> {
  const { solMint, rasolMint } = deployment;
  return async ({ body, wallet, amount: lamports }, services) => {
    const swap = { sell: solMint, buy: rasolMint, amount: lamports, slippageBps: POOL_SLIPPAGE_BPS };
    await services.requireStore();
    const { transaction, routing } = await services.router.orderSwap(swap, wallet.text);
    return {
      by: 'router',
      operation: 'stake',
      request: body,
      findRange,
      spends: { asset: 'SOL', amount: lamports },
      transaction,
      route: 'token',
      wallet: wallet.text,
      lifetime: await services.blockhash.get(),
      fields: () => ({ strategy: 'sol-liquid-stake', ...routing }),
    };
  };
}
