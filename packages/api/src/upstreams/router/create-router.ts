import type { Logger } from 'pino';
import { UpstreamFault, UpstreamRefusal } from '../../problems/faults.ts';
import type { RouterOrder } from './answers.ts';
import type { Offer, Order, Purchase, Router, StakeSale, Swap } from './router.ts';
import type { RouterClient } from './router-client.ts';

type OrderKind = Parameters<RouterClient['order']>[0];
type Query = Readonly<Record<string, string | readonly string[]>>;

/** What an order has to be about; amounts as integer text. */
type Terms = {
  readonly inp?: string;
  readonly out?: string;
  readonly inpAmt?: string;
  /** Base units that must come out at least. */
  readonly least?: bigint;
};

/** Implements the port for a router that answers orders at `/swap/<kind>/order`. */
export function createRouter(client: RouterClient, log: Logger): Router {
  const ask = async (kind: OrderKind, query: Query, terms: Terms): Promise<RouterOrder> => {
    const order = await client.order(kind, query);
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
    orderSwap: (swap, signer) => build('token', { ...swapQuery(swap), signer }, swapTerms(swap)),
    orderPurchase: (purchase, signer) =>
      build('token', { ...purchaseQuery(purchase), signer }, purchaseTerms(purchase)),
    orderStakeSale: (sale, signer) =>
      build('depositStake', { ...saleQuery(sale), signer }, { out: sale.buy }),
    orderStakeExit: ({ sell, amount, slippageBps, seed }, signer) => {
      const terms = { inp: sell, inpAmt: String(amount) };
      const settings = { slippageBps: String(slippageBps), deactivate: 'y', bridgeStakeSeed: String(seed) };
      return build('withdrawStake', { inp: sell, amt: terms.inpAmt, signer, ...settings }, terms);
    },
    execute: client.execute,
  };
}

function swapQuery({ sell, buy, amount, slippageBps }: Swap): Query {
  return { inp: sell, out: buy, amt: String(amount), slippageBps: String(slippageBps) };
}

function swapTerms({ sell, buy, amount }: Swap): Terms {
  return { inp: sell, out: buy, inpAmt: String(amount) };
}

/** The router's own sources: each swaps by one instruction that gives nobody else the wallet's signature. */
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

/** The source whose swaps have a minimum, whatever the pool. */
const MARKETS = 'Jup';

function saleQuery({ stakeAccount, buy, slippageBps, hasMinimum = false }: StakeSale): Query {
  const query = { inpAcc: stakeAccount, out: buy, slippageBps: String(slippageBps) };
  return hasMinimum ? { ...query, swapSrc: MARKETS } : query;
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
