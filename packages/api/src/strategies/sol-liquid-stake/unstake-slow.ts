import type { Deployment } from '@staking-agent/chain/deployment';
import type { FindRange } from '../../builds/range.ts';
import { describeEpochEnd } from '../describe-epoch-end.ts';
import { requireAddress } from '../request-fields.ts';
import { POOL_SLIPPAGE_BPS } from '../slippage.ts';
import type { Exit } from '../strategy.ts';
import { orderOrLack } from './order-or-lack.ts';
import { requireRasolAmount } from './require-rasol-amount.ts';

const SEEDS = 2 ** 31;

/**
 * Redeems raSOL for a native stake account of the wallet's own, which starts to cool down in the same transaction.
 *
 * `amount` is raSOL with at most 9 decimals. The address of the new account is read from the simulation and told
 * in the notes.
 *
 * @throws {ProblemError} `invalid_request` for wallet or amount; `upstream_error` when the router makes no order,
 *   or one that does not do what was asked, or the ledger would refuse it.
 */
export function createUnstakeSlow(
  deployment: Deployment,
  findRange: FindRange,
): Exit<'sol-liquid-stake', 'slow'> {
  const { rasolMint } = deployment;
  return async (body, services, again) => {
    const wallet = requireAddress(body.wallet, 'wallet');
    const rasol = requireRasolAmount(body.amount);

    // Two exits built at once must not share an address; one that is refreshed keeps its own.
    const keep = again ?? services.random.bytes(4);
    const terms = await services.stakeTerms.get();
    const exit = {
      sell: rasolMint,
      amount: rasol,
      slippageBps: limitSlippage(rasol, terms.rentExemptReserve),
      seed: Buffer.from(keep).readUInt32LE() % SEEDS,
    };
    await services.requireStore();
    const { transaction, routing } = await orderOrLack(
      services.router.orderStakeExit(exit, wallet.text),
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
      route: 'withdrawStake',
      wallet: wallet.text,
      keep,
      lifetime: await services.blockhash.get(),
      fields: (newStakeAccount) => ({
        strategy: 'sol-liquid-stake',
        kind: 'slow',
        ...routing,
        notes: `The raSOL becomes the stake account ${newStakeAccount}, which belongs to the wallet alone and starts to cool down at once. Keep that address: after the epoch of the broadcast has ended (${describeEpochEnd(terms, services)}), POST /withdraw empties it.`,
      }),
    };
  };
}

const BASIS_POINTS = 10_000n;

// The pool pays by arithmetic, more with each epoch: a router that is left more room may use it to lend rent at the price of
// a minimum delegation. One rent is well within the three that the exit is held to, also where a raSOL is worth two SOL.
function limitSlippage(rasol: bigint, rent: bigint): number {
  return Math.min(Number((rent * BASIS_POINTS) / rasol), POOL_SLIPPAGE_BPS);
}
