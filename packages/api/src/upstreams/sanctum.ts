import type { RouterKind } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { type Static, Type } from 'typebox';
import { UpstreamFault, UpstreamRefusal } from '../problems/faults.ts';
import {
  createRouterCalls,
  type Offer,
  type OpenRouter,
  type Order,
  type Purchase,
  type Router,
  type RouterCalls,
  type Sources,
  type StakeSale,
  type Swap,
} from './router.ts';
import { createLstClient } from './yields.ts';

/** Opens a router that speaks Sanctum's dialect: orders at `/swap/…`, yields at `/lsts/…`; the key is in the query. */
export const openSanctum: OpenRouter = (settings, ports, log) => {
  const calls = createRouterCalls(settings, ports);
  return {
    router: createRouter(calls, settings.apiKey, log),
    lst: createLstClient(settings.url, settings.apiKey, ports),
    close: calls.close,
  };
};

const Amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,19})$' });
const StakeAmount = Type.Object({ amtStaked: Amount, amtUnstaked: Amount });

/** The members of an order that are relied on: assets, amounts, and the transaction where a signer was named. */
export const RouterOrder = Type.Object({
  inp: Type.String(),
  out: Type.String(),
  inpAmt: Type.Union([Amount, StakeAmount]),
  outAmt: Type.Union([Amount, StakeAmount]),
  tx: Type.Optional(Type.String({ maxLength: 5_464 })),
  swapSrcData: Type.Object({ swapSrc: Type.String(), data: Type.Optional(Type.Unknown()) }),
});

/** An order of the router, amounts in base units as integer text. */
export type RouterOrder = Static<typeof RouterOrder>;

const RouterExecution = Type.Object({ signature: Type.String({ minLength: 64, maxLength: 90 }) });

type OrderKind = Exclude<RouterKind, 'depositSol'>;
type Query = Readonly<Record<string, string | readonly string[]>>;

/** The terms that an order must meet; amounts as integer text. */
type Terms = {
  readonly inp?: string;
  readonly out?: string;
  readonly inpAmt?: string;
  /** Base units that must come out at least. */
  readonly least?: bigint;
};

/** Asks the router for an order of a kind, by terms that it must meet. */
type Asked<Kind extends OrderKind> = { readonly kind: Kind; readonly query: Query; readonly terms: Terms };

/** Implements the router; without `signer` among the parameters of an order it is a quote, without a transaction. */
export function createRouter(calls: RouterCalls, apiKey: string, log: Logger): Router {
  const ask = async ({ kind, query, terms }: Asked<OrderKind>): Promise<RouterOrder> => {
    const order = await calls.order({
      operation: `order ${kind}`,
      method: 'GET',
      path: `/swap/${kind}/order`,
      query: { ...query, apiKey },
      schema: RouterOrder,
    });
    if (isAbout(order, terms)) return order;
    log.error({ kind }, 'router order refused: not what was asked');
    throw new UpstreamFault('router', 'mismatched');
  };
  const build = async <const Kind extends OrderKind>(
    asked: Asked<Kind>,
    signer: string,
  ): Promise<Order<Kind>> => {
    const order = await ask({ ...asked, query: { ...asked.query, signer } });
    if (order.tx === undefined) throw new UpstreamFault('router', 'mismatched');
    return {
      sold: getTotal(order.inpAmt),
      transaction: order.tx,
      routing: { route: 'router', routerKind: asked.kind, router_order: order },
    };
  };
  return {
    quoteSwap: async (swap) => toOffer(await ask(askSwap(swap))),
    quotePurchase: async (purchase) => toOffer(await ask(askPurchase(purchase))),
    quoteStakeSale: async (sale) => toOffer(await ask(askSale(sale))),
    orderSwap: async (swap, signer) => build(askSwap(swap), signer),
    orderPurchase: async (purchase, signer) => build(askPurchase(purchase), signer),
    orderStakeSale: async (sale, signer) => build(askSale(sale), signer),
    orderStakeExit: ({ sell, amount, slippageBps, seed }, signer) => {
      const terms = { inp: sell, inpAmt: String(amount) };
      const settings = { slippageBps: String(slippageBps), deactivate: 'y', bridgeStakeSeed: String(seed) };
      return build(
        { kind: 'withdrawStake', query: { inp: sell, amt: terms.inpAmt, ...settings }, terms },
        signer,
      );
    },
    execute: (kind, order, takeSigned) =>
      calls.execute({
        operation: `execute ${kind}`,
        method: 'POST',
        path: `/swap/${kind}/execute`,
        query: { apiKey },
        write: async () => JSON.stringify({ signedTx: await takeSigned(), orderResponse: order }),
        schema: RouterExecution,
      }),
  };
}

/** The sources whose swaps have a minimum in their bytes; the router's own program over stake pools and its Reserve has none. */
const MINIMUM_SOURCES = ['Inf', 'Jup'] as const;
/** The router's own sources, by their programs; the aggregator swaps at venues of its own choice. */
const SOURCE_PROGRAMS = {
  Inf: '5ocnV1qiCgaQR8Jb8xWnVbApfaygJ8tNoZfgPwsgx9kx',
  SanctumRouter: 'stkitrT1Uoy18Dk1fTrgPw8W6MVzoCfYoAFT4MLsmhq',
} as const;

/** @throws {UpstreamFault} `mismatched` where no source is left. */
function sourceQuery({ hasMinimum = false, programs }: Sources): Query {
  if (programs === undefined) return hasMinimum ? { swapSrc: MINIMUM_SOURCES } : {};
  const swapSrc = SINGLE_SOURCES.filter(
    (source) => programs.includes(SOURCE_PROGRAMS[source]) && (!hasMinimum || source === 'Inf'),
  );
  if (swapSrc.length === 0) throw new UpstreamFault('router', 'mismatched');
  return { swapSrc };
}

function askSwap({ sell, buy, amount, slippageBps, ...sources }: Swap): Asked<'token'> {
  const terms = { inp: sell, out: buy, inpAmt: String(amount) };
  const query = { inp: sell, out: buy, amt: terms.inpAmt, slippageBps: String(slippageBps) };
  return { kind: 'token', query: { ...query, ...sourceQuery(sources) }, terms };
}

/** The router's own sources: each swaps by one instruction that gives no other program the wallet's signature. */
const SINGLE_SOURCES = ['Inf', 'SanctumRouter'] as const;

function askPurchase({ amount, into, ...swap }: Purchase): Asked<'token'> {
  const { kind, query } = askSwap({ ...swap, amount });
  const exact = { mode: 'ExactOut', swapSrc: SINGLE_SOURCES, ...(into !== undefined && { outAcc: into }) };
  return { kind, query: { ...query, ...exact }, terms: { inp: swap.sell, out: swap.buy, least: amount } };
}

function askSale({ stakeAccount, buy, slippageBps, ...sources }: StakeSale): Asked<'depositStake'> {
  const query = { inpAcc: stakeAccount, out: buy, slippageBps: String(slippageBps), ...sourceQuery(sources) };
  return { kind: 'depositStake', query, terms: { out: buy } };
}

function isAbout(order: RouterOrder, { inp, out, inpAmt, least }: Terms): boolean {
  return (
    (inp === undefined || order.inp === inp) &&
    (out === undefined || order.out === out) &&
    (inpAmt === undefined || order.inpAmt === inpAmt) &&
    (least === undefined || getTotal(order.outAmt) >= least)
  );
}

function toOffer(order: RouterOrder): Offer {
  const bought = getTotal(order.outAmt);
  if (bought === 0n) {
    throw new UpstreamRefusal('router', 200, 'it quotes nothing for this amount.', undefined);
  }
  return { sold: getTotal(order.inpAmt), bought, priceImpact: getPriceImpact(order) };
}

/** Base units of one asset, or all lamports of a stake account. */
function getTotal(amount: RouterOrder['inpAmt']): bigint {
  return typeof amount === 'string' ? BigInt(amount) : BigInt(amount.amtStaked) + BigInt(amount.amtUnstaked);
}

function getPriceImpact({ swapSrcData }: RouterOrder): number | null {
  const { priceImpactPct }: { priceImpactPct?: unknown } = Object(swapSrcData.data);
  const isGiven =
    typeof priceImpactPct === 'number' || (typeof priceImpactPct === 'string' && priceImpactPct !== '');
  // A number beyond a double is an object that keeps its digits, which nothing converts.
  const impact = isGiven ? Math.abs(Number(priceImpactPct)) : Number.NaN;
  return impact <= 1 ? impact : null;
}
