import type { Address } from '@solana/kit';
import { findTokenShortfall } from '../../builds/find-token-shortfall.ts';
import { insufficientFunds } from '../../problems/insufficient-funds.ts';
import { UpstreamRefusal } from '../../problems/upstream-fault.ts';
import type { StrategyPorts } from '../strategy.ts';

/**
 * Waits for a router order that takes a wallet's raSOL. A refusal for insufficient raSOL states the wallet's balance; for a
 * wallet without a raSOL account, the router only says that an account is missing.
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
