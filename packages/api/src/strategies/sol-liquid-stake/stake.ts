import type { Deployment } from '@staking-agent/chain/deployment';
import { ASSET_DECIMALS } from '@staking-agent/wire';
import { requireAddress, requireAmount } from '../../request-fields.ts';
import { requestBuild, routedBy } from '../router-order.ts';
import type { Actions } from '../strategy.ts';

/**
 * Swaps SOL for raSOL.
 *
 * `amount` is SOL with at most 9 decimals. One call to the router, then a simulation on our own ledger node.
 *
 * @throws {ProblemError} `invalid_request` for wallet or amount; `upstream_error` when the router makes no order,
 *   or one that does not do what was asked, or the ledger would refuse it.
 */
export function createStake(deployment: Deployment): Actions['stake'] {
  const { solMint, rasolMint } = deployment;
  return async (body, services) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const lamports = requireAmount(body.amount, 'amount', ASSET_DECIMALS.SOL);

    const asked = { inp: solMint, out: rasolMint, inpAmt: lamports };
    const parameters = { inp: solMint, out: rasolMint, amt: String(lamports), signer: wallet.text };
    const order = await requestBuild('token', parameters, asked, services);

    return {
      by: 'router',
      operation: 'stake',
      request: body,
      spends: { asset: 'SOL', amount: lamports },
      transaction: order.tx,
      route: 'token',
      wallet: wallet.text,
      lifetime: await services.blockhash.get(),
      fields: () => ({ strategy: 'sol-liquid-stake', ...routedBy('token', order) }),
    };
  };
}
