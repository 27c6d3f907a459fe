import { formatAmount } from '@staking-agent/wire';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import type { RouterOrder } from '../upstreams/router/answers.ts';
import type { RouterClient } from '../upstreams/router/router-client.ts';
import type { StrategyPorts } from './strategy.ts';

type OrderKind = Parameters<RouterClient['order']>[0];

/** What an order must name, as it was asked for; amounts in base units. */
type Asked = { readonly inp?: string; readonly out?: string; readonly inpAmt?: bigint };

/** Tolerated between order and execution, in hundredths of a percent. */
const SLIPPAGE_BPS = 50;
/** The same where our own price is met to 0.5 %: half of it, so that the minimum in the bytes stays above that. */
export const STAKE_SLIPPAGE_BPS = '25';

/**
 * Asks the router for an order without a transaction: a quote.
 *
 * @throws {UpstreamRefusal} with the router's own words; {@link UpstreamFault} when no usable answer came;
 *   {@link ProblemError} `upstream_error` when it answers something other than what was asked.
 */
export async function requestOrder(
  kind: OrderKind,
  parameters: Readonly<Record<string, string>>,
  asked: Asked,
  { router, log }: Pick<StrategyPorts, 'router' | 'log'>,
): Promise<RouterOrder> {
  const order = await router.order(kind, { slippageBps: String(SLIPPAGE_BPS), ...parameters });
  const isAsAsked =
    (asked.inp === undefined || order.inp === asked.inp) &&
    (asked.out === undefined || order.out === asked.out) &&
    (asked.inpAmt === undefined || order.inpAmt === String(asked.inpAmt));
  if (!isAsAsked) {
    log.error({ kind }, 'router order refused: not what was asked');
    throw mismatch();
  }
  return order;
}

/**
 * Orders from the router, transaction included.
 *
 * @param parameters - with `signer`, the wallet.
 * @throws {ProblemError} as {@link requestOrder}, and when the order comes without a transaction.
 */
export async function requestBuild(
  ...[kind, parameters, asked, services]: Parameters<typeof requestOrder>
): Promise<RouterOrder & { tx: string }> {
  const order = await requestOrder(kind, parameters, asked, services);
  const { tx } = order;
  if (tx === undefined) throw mismatch();
  return Object.assign(order, { tx });
}

/** What a build answers so that the signed transaction finds its way back to the router. */
export function routedBy<const K extends OrderKind>(kind: K, order: RouterOrder) {
  return { route: 'router', routerKind: kind, router_order: order } as const;
}

/** Reads an amount of an order that is one asset, in base units. */
export function amountOf(amount: RouterOrder['outAmt']): bigint {
  if (typeof amount !== 'string') throw mismatch();
  return BigInt(amount);
}

/** Reads an amount of an order that is a stake account, in lamports. */
export function stakeAmountOf(amount: RouterOrder['outAmt']): { staked: bigint; unstaked: bigint } {
  if (typeof amount === 'string') throw mismatch();
  return { staked: BigInt(amount.amtStaked), unstaked: BigInt(amount.amtUnstaked) };
}

/** Prints the output of a quote in SOL. */
export function outputInSol(order: RouterOrder): string {
  const lamports = amountOf(order.outAmt);
  if (lamports === 0n) throw problem('ROUTER_REFUSED', { words: 'it quotes nothing for this amount.' });
  return formatAmount(lamports, 9);
}

/** The price impact an order reports as a fraction without sign, or null when it reports none. */
export function priceImpactOf({ swapSrcData }: RouterOrder): number | null {
  const { priceImpactPct } = Object(swapSrcData.data) as { priceImpactPct?: unknown };
  const isGiven =
    typeof priceImpactPct === 'number' || (typeof priceImpactPct === 'string' && priceImpactPct !== '');
  const impact = Math.abs(Number(priceImpactPct));
  return isGiven && impact <= 1 ? impact : null;
}

function mismatch(): ProblemError {
  return problem('ROUTER_ORDER_MISMATCH');
}
