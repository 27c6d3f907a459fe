import type { RouterKind } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { type Static, Type } from 'typebox';
import { UpstreamFault, UpstreamRefusal } from '../../problems/faults.ts';
import type { UpstreamPorts } from '../http.ts';
import {
  createLstClient,
  createRouterCalls,
  type Offer,
  type OpenRouter,
  type Order,
  type Purchase,
  type Router,
  type RouterCalls,
  type StakeSale,
  type Swap,
} from './router.ts';

/** Opens a router that speaks Sanctum's dialect: orders at `/swap/…`, yields at `/lsts/…`. */
export const openSanctum: OpenRouter = ({ url, apiKey }, ports, log) => {
  const client = createRouterClient(url, apiKey, ports);
  return {
    router: createRouter(client, log),
    lst: createLstClient(url, apiKey, ports),
    close: client.close,
  };
};

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

/** The router that answers at `/swap/…`. */
export type RouterClient = Pick<RouterCalls, 'close'> & {
  /**
   * Asks for an order; without `signer` among the parameters it is a quote, without a transaction.
   *
   * @throws as {@link RouterCalls.order}.
   */
  order(
    kind: Exclude<RouterKind, 'depositSol'>,
    parameters: Readonly<Record<string, string | readonly string[]>>,
  ): Promise<RouterOrder>;
  /**
   * Hands over signed bytes; the same bytes may be handed over again.
   *
   * @param order - as the build answered it.
   * @param takeSigned - gives the bytes, base64, once the router has a turn for them.
   * @throws as {@link RouterCalls.execute}.
   */
  execute(kind: RouterKind, order: object, takeSigned: () => Promise<string>): Promise<{ signature: string }>;
};

/**
 * Opens the router.
 *
 * @param url - base URL, to which `/swap/…` is appended.
 * @param apiKey - sent in the query, as the router wants it; never logged.
 */
export function createRouterClient(
  url: string,
  apiKey: string,
  ports: UpstreamPorts,
  deadlines?: Parameters<typeof createRouterCalls>[2],
): RouterClient {
  const calls = createRouterCalls(url, ports, deadlines);
  return {
    order: (kind, parameters) =>
      calls.order({
        name: `order ${kind}`,
        exchange: { method: 'GET', path: `/swap/${kind}/order`, query: { ...parameters, apiKey } },
        schema: RouterOrder,
      }),
    execute: (kind, order, takeSigned) =>
      calls.execute({ name: `execute ${kind}`, schema: RouterExecution }, async () => ({
        method: 'POST',
        path: `/swap/${kind}/execute`,
        query: { apiKey },
        body: JSON.stringify({ signedTx: await takeSigned(), orderResponse: order }),
      })),
    close: calls.close,
  };
}

const Amount = Type.String({ pattern: '^(0|[1-9][0-9]{0,19})$' });
const StakeAmount = Type.Object({ amtStaked: Amount, amtUnstaked: Amount });

/** What the service relies on in an order: which assets, how much, and the transaction where a signer was named. */
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

/** What the service relies on in the answer to an execution. */
const RouterExecution = Type.Object({ signature: Type.String({ minLength: 64, maxLength: 90 }) });
