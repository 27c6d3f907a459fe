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

/** Implements the router; without `signer` among the parameters of an order it is a quote, without a transaction. */
export function createRouter(calls: RouterCalls, apiKey: string, log: Logger): Router {
  const ask = async (kind: OrderKind, query: Query, terms: Terms): Promise<RouterOrder> => {
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
    kind: Kind,
    query: Query,
    terms: Terms,
  ): Promise<Order<Kind>> => {
    const order = await ask(kind, query, terms);
    if (order.tx === undefined) throw new UpstreamFault('router', 'mismatched');
    return {
      sold: getTotal(order.inpAmt),
      transaction: order.tx,
      routing: { route: 'router', routerKind: kind, router_order: order },
    };
  };
  return {
    quoteSwap: async (swap) => toOffer(await ask('token', swapQuery(swap), swapTerms(swap))),
    quotePurchase: async (purchase) =>
      toOffer(await ask('token', purchaseQuery(purchase), purchaseTerms(purchase))),
    quoteStakeSale: async (sale) => toOffer(await ask('depositStake', saleQuery(sale), { out: sale.buy })),
    orderSwap: async (swap, signer) => build('token', { ...swapQuery(swap), signer }, swapTerms(swap)),
    orderPurchase: (purchase, signer) =>
      build('token', { ...purchaseQuery(purchase), signer }, purchaseTerms(purchase)),
    orderStakeSale: async (sale, signer) =>
      build('depositStake', { ...saleQuery(sale), signer }, { out: sale.buy }),
    orderStakeExit: ({ sell, amount, slippageBps, seed }, signer) => {
      const terms = { inp: sell, inpAmt: String(amount) };
      const settings = { slippageBps: String(slippageBps), deactivate: 'y', bridgeStakeSeed: String(seed) };
      return build('withdrawStake', { inp: sell, amt: terms.inpAmt, signer, ...settings }, terms);
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

function swapQuery({ sell, buy, amount, slippageBps, ...sources }: Swap): Query {
  const query = { inp: sell, out: buy, amt: String(amount), slippageBps: String(slippageBps) };
  return { ...query, ...sourceQuery(sources) };
}

function swapTerms({ sell, buy, amount }: Swap): Terms {
  return { inp: sell, out: buy, inpAmt: String(amount) };
}

/** The router's own sources: each swaps by one instruction that gives no other program the wallet's signature. */
const SINGLE_SOURCES = ['Inf', 'SanctumRouter'] as const;

function purchaseQuery({ amount, into, ...swap }: Purchase): Query {
  return {
    ...swapQuery({ ...swap, amount }),
    mode: 'ExactOut',
    swapSrc: SINGLE_SOURCES,
    ...(into !== undefined && { outAcc: into }),
  };
}

function purchaseTerms({ sell, buy, amount }: Purchase): Terms {
  return { inp: sell, out: buy, least: amount };
}

function saleQuery({ stakeAccount, buy, slippageBps, ...sources }: StakeSale): Query {
  return { inpAcc: stakeAccount, out: buy, slippageBps: String(slippageBps), ...sourceQuery(sources) };
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
