import type { RouterKind } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { UpstreamFault, UpstreamRefusal } from '../upstream-fault.ts';
import type { RouterOrder } from './answers.ts';
import type { RouterClient } from './router-client.ts';

/** One token for another. Mints in base58; SOL is its wrapped mint. */
export type Swap = {
  readonly sell: string;
  readonly buy: string;
  /** Base units sold. */
  readonly amount: bigint;
  /** What the price may worsen by until the swap lands, in hundredths of a percent. */
  readonly slippageBps: number;
};

/** A whole stake account for a token. */
export type StakeSale = Omit<Swap, 'sell' | 'amount'> & {
  /** Base58. */
  readonly stakeAccount: string;
};

/** A pool's token for a stake account that cools down. */
export type StakeExit = Omit<Swap, 'buy'> & {
  /** Below 2^31; the address of the new account comes from it. */
  readonly seed: number;
};

/** What the router would give. */
export type Offer = {
  /** Base units that go in; of a stake account, all its lamports. */
  readonly sold: bigint;
  /** Base units that come out, rounded as the router rounds. */
  readonly bought: bigint;
  /** Price impact as a fraction without sign; null where none is reported. */
  readonly priceImpact: number | null;
};

/** A transaction the router made, and how it finds its way back to the router. */
export type Order<Kind extends RouterKind> = {
  /** Base units that go in; of a stake account, all its lamports. */
  readonly sold: bigint;
  /** Unsigned, base64. */
  readonly transaction: string;
  /** Members of a build's answer, which a broadcast hands back unchanged. */
  readonly routing: {
    readonly route: 'router';
    readonly routerKind: Kind;
    readonly router_order: object;
  };
};

/**
 * The swap router, in the words of the service.
 *
 * @throws every method: {@link UpstreamRefusal} with the router's own words; {@link UpstreamFault} when no usable answer
 *   came, `mismatched` when it is about something other than what was asked.
 */
export type Router = {
  quoteSwap(swap: Swap): Promise<Offer>;
  quoteStakeSale(sale: StakeSale): Promise<Offer>;
  /** @param wallet - base58; signs and pays. */
  orderSwap(swap: Swap, wallet: string): Promise<Order<'token'>>;
  orderStakeSale(sale: StakeSale, wallet: string): Promise<Order<'depositStake'>>;
  orderStakeExit(exit: StakeExit, wallet: string): Promise<Order<'withdrawStake'>>;
  execute: RouterClient['execute'];
};

type OrderKind = Parameters<RouterClient['order']>[0];
type Query = Readonly<Record<string, string>>;

/** What an order has to be about; amounts as integer text. */
type Terms = { readonly inp?: string; readonly out?: string; readonly inpAmt?: string };

/** Speaks to the router for the service. */
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
    quoteStakeSale: async (sale) => toOffer(await ask('depositStake', saleQuery(sale), { out: sale.buy })),
    orderSwap: (swap, signer) => build('token', { ...swapQuery(swap), signer }, swapTerms(swap)),
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

function saleQuery({ stakeAccount, buy, slippageBps }: StakeSale): Query {
  return { inpAcc: stakeAccount, out: buy, slippageBps: String(slippageBps) };
}

function isAbout(order: RouterOrder, { inp, out, inpAmt }: Terms): boolean {
  return (
    (inp === undefined || order.inp === inp) &&
    (out === undefined || order.out === out) &&
    (inpAmt === undefined || order.inpAmt === inpAmt)
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
  const { priceImpactPct } = Object(swapSrcData.data) as { priceImpactPct?: unknown };
  const isGiven =
    typeof priceImpactPct === 'number' || (typeof priceImpactPct === 'string' && priceImpactPct !== '');
  const impact = Math.abs(Number(priceImpactPct));
  return isGiven && impact <= 1 ? impact : null;
}
