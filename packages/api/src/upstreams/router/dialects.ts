import type { OpenRouter, Router } from './router.ts';
import { openSanctum } from './sanctum.ts';

/** What routers may speak, by the values of `ROUTER_DIALECT`. */
export const ROUTER_DIALECTS = { sanctum: openSanctum } satisfies Readonly<Record<string, OpenRouter>>;

/** A value of `ROUTER_DIALECT`. */
export type RouterDialect = keyof typeof ROUTER_DIALECTS;

/**
 * Lets the operator stop a router: it quotes and orders nothing more, but executes earlier orders.
 *
 * Stands before guard and breaker: what the operator stops says nothing of the upstream.
 */
export function stopRouter(router: Router, switches: { assertRunning(target: 'router'): void }): Router {
  const unlessStopped =
    <Asked extends readonly unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
    async (...asked: Asked): Promise<Answer> => {
      switches.assertRunning('router');
      return await ask(...asked);
    };
  return {
    quoteSwap: unlessStopped(router.quoteSwap),
    quoteStakeSale: unlessStopped(router.quoteStakeSale),
    quotePurchase: unlessStopped(router.quotePurchase),
    orderSwap: unlessStopped(router.orderSwap),
    orderPurchase: unlessStopped(router.orderPurchase),
    orderStakeSale: unlessStopped(router.orderStakeSale),
    orderStakeExit: unlessStopped(router.orderStakeExit),
    execute: router.execute,
  };
}
