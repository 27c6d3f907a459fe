import {
  type Address,
  type AddressesByLookupTableAddress,
  type Instruction,
  isSolanaError,
  SOLANA_ERROR__TRANSACTION__TOO_MANY_ACCOUNT_ADDRESSES,
} from '@solana/kit';
import { refuseProvidedTransaction } from '../../builds/refuse-provided-transaction.ts';
import { takeApart } from '../../builds/take-apart.ts';
import { isProblemError } from '../../problems/problem-error.ts';
import type { Purchase } from '../../upstreams/router/router.ts';
import type { StrategyPorts } from '../strategy.ts';
import { type ExitPlan, type FlashExitPlan, noLiquidity, tooDear, tooSmall } from './plan-exit.ts';

type Plan = Extract<ExitPlan, FlashExitPlan>;

/** An exit whose SOL the router sells, and what the lookup tables of its order hold. */
export type RoutedExit = { readonly plan: Plan; readonly tables: AddressesByLookupTableAddress };

/** How much the price may worsen until the exit lands: the fees of the dearest source leave so much of the 0.15 %. */
const SLIPPAGE_BPS = 4;

/** Whether an exit buys the SOL of its loan through the router. */
export function isRouted(plan: ExitPlan): plan is Plan {
  return plan.path === 'flash-bracket' && plan.flash.through.leveraged.market === undefined;
}

/**
 * Asks the router what an exit's SOL costs.
 *
 * @returns the plan with the payout that is left.
 * @throws {ProblemError} `upstream_error` when it costs too much, or more than the exit brings.
 * @throws {UpstreamRefusal} or {@link UpstreamFault} when the router sells none.
 */
export async function quoteThroughRouter(
  plan: Plan,
  { router }: Pick<StrategyPorts, 'router'>,
): Promise<Plan> {
  const { sold } = await router.quotePurchase(toPurchase(plan));
  return priceAt(sold, plan);
}

/**
 * Orders an exit's SOL from the router.
 *
 * The router answers with a whole transaction. Only its swap is taken; what opens and closes accounts around it, pays for
 * priority or does anything else is left out.
 *
 * @returns the plan with the swap, and the payout that is left.
 * @throws {ProblemError} `upstream_error` as {@link quoteThroughRouter}, and when the order is not one swap.
 * @throws {UpstreamRefusal} or {@link UpstreamFault} when the router sells none.
 */
export async function buyThroughRouter(
  plan: Plan,
  wallet: Address,
  services: StrategyPorts,
): Promise<RoutedExit> {
  const { sold, transaction } = await services.router.orderPurchase(toPurchase(plan), wallet);
  const priced = priceAt(sold, plan);
  const parts = await takeApart(transaction, services);
  if (parts === undefined) {
    throw refuse('message', 'It is no transaction, or a lookup table is unknown.', services);
  }
  const { routerPrograms } = services.config.deployment;
  const swaps = parts.instructions.filter(({ programAddress }) => routerPrograms.includes(programAddress));
  const [purchase, ...others] = swaps;
  if (purchase === undefined || others.length > 0) {
    throw refuse(
      'shape',
      `It has ${swaps.length} instructions of the router's programs; one is due.`,
      services,
    );
  }
  return {
    plan: { ...priced, flash: { ...priced.flash, purchase } },
    tables: takenFrom(purchase, parts.tables),
  };
}

/**
 * Converts the error of an exit that the router's order makes too large to a problem.
 *
 * @param error - thrown by the compilation; returned unchanged when it has another cause.
 */
export function refuseTooLarge(error: unknown): unknown {
  if (isSolanaError(error, SOLANA_ERROR__TRANSACTION__TOO_MANY_ACCOUNT_ADDRESSES)) {
    return noLiquidity("RouteTooLarge: with the router's swap the exit needs more than 64 accounts");
  }
  if (isProblemError(error) && error.code === 'LOOKUP_TABLE_TOO_SHORT') {
    return noLiquidity(
      "RouteTooLarge: with the router's swap the exit exceeds the 1232 bytes of a transaction",
    );
  }
  return error;
}

function toPurchase({ flash: { through, bought, opens } }: Plan): Purchase {
  const { shared, own } = through;
  return {
    sell: shared.vault.assetMint,
    buy: shared.solMint,
    amount: bought,
    slippageBps: SLIPPAGE_BPS,
    ...(!opens.sol && { into: own.userSol }),
  };
}

function priceAt(cost: bigint, plan: Plan): Plan {
  const { brought, spentAtMost } = plan.flash;
  if (cost >= brought) throw tooSmall();
  if (cost > spentAtMost) throw tooDear('router');
  return { ...plan, payout: brought - cost };
}

// A table of which the swap takes nothing would make no shorter message.
function takenFrom(
  { accounts = [] }: Instruction,
  tables: AddressesByLookupTableAddress,
): AddressesByLookupTableAddress {
  const held = new Set(accounts.map(({ address }) => address));
  const used = Object.entries(tables).filter(([, addresses]) => addresses.some((each) => held.has(each)));
  return Object.fromEntries(used);
}

function refuse(rule: 'message' | 'shape', detail: string, services: StrategyPorts) {
  return refuseProvidedTransaction('router', [{ rule, detail }], services);
}
