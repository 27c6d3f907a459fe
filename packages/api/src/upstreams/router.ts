import type { RouterKind } from '@staking-agent/wire';
import type { Logger } from 'pino';
import type { Static, TSchema } from 'typebox';
import {
  isUntaken,
  isUpstreamFailure,
  UpstreamBusy,
  UpstreamFault,
  UpstreamRefusal,
} from '../problems/faults.ts';
import { parseKeepingDigits } from '../runtime/json.ts';
import { withinBudget } from './guard.ts';
import { createJsonClient, type JsonCall, type UpstreamPorts } from './http.ts';
import type { LstClient } from './yields.ts';

/** Where the router may swap: anywhere, unless something is given. */
export type Sources = {
  /** True if the transaction must demand the least that it brings. */
  readonly hasMinimum?: boolean;
  /** Only by sources whose programs are among these, base58. */
  readonly programs?: readonly string[] | undefined;
};

/** One token for another. Mints in base58; SOL is its wrapped mint. */
export type Swap = Sources & {
  readonly sell: string;
  readonly buy: string;
  /** Base units sold. */
  readonly amount: bigint;
  /** How much the price may fall until the swap lands, in hundredths of a percent. */
  readonly slippageBps: number;
};

/** One token for an exact amount of another, bought by a single instruction that fits between others. */
export type Purchase = Omit<Swap, 'amount' | keyof Sources> & {
  /** Base units bought, at least. */
  readonly amount: bigint;
  /** Account that they arrive in, base58; where it does not exist yet, the wallet's associated one, which is opened. */
  readonly into?: string;
};

/** A whole stake account for a token. */
export type StakeSale = Omit<Swap, 'sell' | 'amount'> & {
  /** Base58. */
  readonly stakeAccount: string;
};

/** A pool's token for a stake account that cools down. */
type StakeExit = Omit<Swap, 'buy' | keyof Sources> & {
  /** Below 2^31; the address of the new account comes from it. */
  readonly seed: number;
};

/** A price of the router. */
export type Offer = {
  /** Base units that go in; of a stake account, all its lamports. */
  readonly sold: bigint;
  /** Base units that come out, rounded as the router rounds. */
  readonly bought: bigint;
  /** Price impact as a fraction without sign; null where none is reported. */
  readonly priceImpact: number | null;
};

/** A transaction that the router made, and the order that a broadcast returns to the router. */
export type Order<Kind extends RouterKind> = {
  /** Base units that go in; of a stake account, all its lamports. */
  readonly sold: bigint;
  /** Unsigned, base64. */
  readonly transaction: string;
  /** Members of a build's answer, which a broadcast returns unchanged. */
  readonly routing: {
    readonly route: 'router';
    readonly routerKind: Kind;
    /** In the router's words, but for `outAmt`: what comes out, which a refresh compares with the build before. */
    readonly router_order: { readonly outAmt: string | object };
  };
};

/**
 * The swap router, in the terms of the service. Each dialect implements it; `config/variables.ts` lists them.
 *
 * @throws every method: {@link UpstreamRefusal} with the router's own text; {@link UpstreamFault} when no usable answer
 *   came, `mismatched` when the answer is about something else.
 */
export type Router = {
  quoteSwap(swap: Swap): Promise<Offer>;
  quoteStakeSale(sale: StakeSale): Promise<Offer>;
  quotePurchase(purchase: Purchase): Promise<Offer>;
  /** @param wallet - base58; signs and pays. */
  orderSwap(swap: Swap, wallet: string): Promise<Order<'token'>>;
  orderPurchase(purchase: Purchase, wallet: string): Promise<Order<'token'>>;
  orderStakeSale(sale: StakeSale, wallet: string): Promise<Order<'depositStake'>>;
  orderStakeExit(exit: StakeExit, wallet: string): Promise<Order<'withdrawStake'>>;
  /**
   * Submits signed bytes; the same bytes may be submitted again.
   *
   * @param order - `router_order` of the build, unchanged.
   * @param takeSigned - gives the bytes, base64, once the router has a turn for them; what it throws is thrown.
   * @throws {UpstreamFault} also when the result is not known.
   */
  execute(
    kind: RouterKind,
    order: object,
    takeSigned: () => Promise<string>,
  ): Promise<{ readonly signature: string }>;
};

type RouterConnection = {
  readonly router: Router;
  /** Yields of liquid staking tokens. */
  readonly lst: LstClient;
  /** Ends the connections of `router`. */
  close(): Promise<void>;
};

/** Where a router is, and whether it may be asked. */
type RouterSettings = {
  /** Base URL, to which the paths of the dialect are appended. */
  readonly url: string;
  /** Never logged. */
  readonly apiKey: string;
  /** Throws while the operator has stopped the router: it quotes and orders nothing more, but executes earlier orders. */
  readonly assertRunning: () => void;
};

/** Connects to a router by its dialect. */
export type OpenRouter = (settings: RouterSettings, ports: UpstreamPorts, log: Logger) => RouterConnection;

/** The calls to a router, whatever its dialect. */
export type RouterCalls = ReturnType<typeof createRouterCalls>;

const ORDER_BUDGET = { each: 6_000, total: 9_000 };
// An execution waits for the landing.
const EXECUTE_BUDGET = { each: 40_000, total: 50_000 };

/** Bytes of an order that still fit into the body of a broadcast, beside transaction and token. */
const ORDER_LIMIT = 60_000;

/**
 * Opens a router, orders and executions with connections and breakers of their own. Calls are made in turns, within a budget,
 * and again where the first try failed.
 */
export function createRouterCalls({ url, assertRunning }: RouterSettings, ports: UpstreamPorts) {
  const common = { upstream: 'router', name: 'router' } as const;
  const orderGuard = { guard: 'router order', inFlight: 32, isReadOnly: true } as const;
  const orders = createJsonClient(url, { ...common, ...orderGuard, parse: parseOrder, assertRunning }, ports);
  const executions = createJsonClient(url, { ...common, guard: 'router execute', inFlight: 64 }, ports);
  return {
    /**
     * Asks for an order or a price, which has no effects there.
     *
     * @returns the answer with every number as the router wrote it: an order travels to the caller and back.
     * @throws {UpstreamRefusal} with the router's own words; {@link UpstreamFault} when no usable answer came.
     */
    order: <Schema extends TSchema>(call: JsonCall<Schema>) => orders.ask(call, ORDER_BUDGET),
    /**
     * Hands over signed bytes; the same bytes may be handed over again.
     *
     * @param call - its `write` is called once, when its turn has come.
     * @throws {UpstreamRefusal} with the router's own words; {@link UpstreamFault} when the outcome is not known.
     */
    execute<Schema extends TSchema>(call: JsonCall<Schema>): Promise<Static<Schema>> {
      let isPerhapsTaken = false;
      let written: Promise<string> | undefined;
      const once = { ...call, write: () => (written ??= call.write?.() ?? Promise.resolve('')) };
      return withinBudget(EXECUTE_BUDGET, ports, (milliseconds) =>
        executions.askOnce(once, milliseconds).catch((error: unknown) => {
          const isBusy = error instanceof UpstreamBusy;
          if (!isBusy && !isUpstreamFailure(error)) throw error;
          const isUnsaid = isBusy || error instanceof UpstreamRefusal || isUntaken(error);
          // The second time it may refuse, not be there or not be asked, after it took the bytes the first time.
          if (isPerhapsTaken && isUnsaid) throw new UpstreamFault('router', 'broken', { cause: error });
          isPerhapsTaken ||= !isBusy && !isUntaken(error);
          throw error;
        }),
      );
    },
    close: async () => {
      await Promise.all([orders.close(), executions.close()]);
    },
  };
}

function parseOrder(text: string): unknown {
  if (Buffer.byteLength(text) > ORDER_LIMIT) throw new Error('The order does not fit into a broadcast.');
  return parseKeepingDigits(text);
}
