import type { Address } from '@solana/kit';
import { insufficientFunds } from '../../problems/insufficient-funds.ts';
import { findTokenShortfall } from '../../transactions/find-token-shortfall.ts';
import { UpstreamRefusal } from '../../upstreams/upstream-fault.ts';
import type { StrategyPorts } from '../strategy.ts';

/**
 * Waits for an order of the router for raSOL of a wallet. A refusal for want of it is told with what the wallet holds: of
 * a wallet that has no account of raSOL the router only says that something is missing.
 *
 * @param rasol - base units.
 * @throws {ProblemError} `INSUFFICIENT_FUNDS`, else what the router answered.
 */
export async function orderOrLack<Order>(
  order: Promise<Order>,
  wallet: Address,
  rasol: bigint,
  ports: Pick<StrategyPorts, 'ledger' | 'config'>,
): Promise<Order> {
  try {
    return await order;
  } catch (error) {
    if (!(error instanceof UpstreamRefusal)) throw error;
    const spends = { asset: 'raSOL', amount: rasol } as const;
    const lacking = await findTokenShortfall({ wallet, spends }, ports).catch(() => undefined);
    throw lacking === undefined ? error : insufficientFunds(lacking);
  }
}
