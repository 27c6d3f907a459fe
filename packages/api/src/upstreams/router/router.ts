import type { RouterKind } from '@staking-agent/wire';
import type { Logger } from 'pino';
import { type Static, type TSchema, Type } from 'typebox';
import {
  isUntaken,
  isUpstreamFailure,
  UpstreamBusy,
  UpstreamFault,
  UpstreamRefusal,
} from '../../problems/faults.ts';
import { parseKeepingDigits } from '../../runtime/json.ts';
import { type Budget, createGuard, withinBudget } from '../guard.ts';
import { createJsonEndpoint, type Exchange, readAnswer, type UpstreamPorts } from '../http.ts';
import { watched } from '../watch.ts';

/** One token for another. Mints in base58; SOL is its wrapped mint. */
export type Swap = {
  readonly sell: string;
  readonly buy: string;
  /** Base units sold. */
  readonly amount: bigint;
  /** How much the price may fall until the swap lands, in hundredths of a percent. */
  readonly slippageBps: number;
};

/** One token for an exact amount of another, bought by a single instruction that fits between others. */
export type Purchase = Omit<Swap, 'amount'> & {
  /** Base units bought, at least. */
  readonly amount: bigint;
  /** Account that they arrive in, base58; where it does not exist yet, the wallet's associated one, which is opened. */
  readonly into?: string;
};

/** A whole stake account for a token. */
export type StakeSale = Omit<Swap, 'sell' | 'amount'> & {
  /** Base58. */
  readonly stakeAccount: string;
  /** Whether the transaction must demand the least that it brings; a market's does, that of the router's Reserve cannot. */
  readonly hasMinimum?: boolean;
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

/** A transaction that the router made, and what a broadcast returns to the router. */
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
 * The swap router, in the terms of the service: the port that strategies and broadcasts use. Each dialect implements it;
 * `router-dialects.ts` lists them.
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

/** A router that is connected, and what it knows of liquid staking tokens. */
export type RouterConnection = {
  readonly router: Router;
  /** Its yields; none, where the router knows no yields. */
  readonly lst: LstClient;
  /** Ends the connections of `router`. */
  close(): Promise<void>;
};

/**
 * Connects to a router by its dialect.
 *
 * @param settings.url - base URL, to which the paths of the dialect are appended.
 * @param settings.apiKey - never logged.
 */
export type OpenRouter = (
  settings: { readonly url: string; readonly apiKey: string },
  ports: UpstreamPorts,
  log: Logger,
) => RouterConnection;

/** The yield of a liquid staking token in one epoch. */
export type LstYield = {
  readonly epoch: number;
  /** When the epoch ended, Unix milliseconds. */
  readonly endedAt: number;
  /** Fraction a year; null when the router has none. */
  readonly apy: number | null;
};

/** What the swap router knows of liquid staking tokens. */
export type LstClient = {
  /**
   * Reads the yields of the newest epochs that have ended, newest first.
   *
   * @param epochs - how many at the most.
   * @throws {UpstreamRefusal} with the router's own words; {@link UpstreamFault} when no usable answer came.
   */
  yields(mint: string, epochs: number, budget: Budget): Promise<readonly LstYield[]>;
  close(): Promise<void>;
};

const Yields = Type.Object({
  data: Type.Array(
    Type.Object({
      epoch: Type.Integer({ minimum: 0 }),
      epochEndTs: Type.Number({ exclusiveMinimum: 0, maximum: 8.64e15 }),
      apy: Type.Union([Type.Number(), Type.Null()]),
    }),
    { maxItems: 5_000 },
  ),
});

/** Below it a time can only be seconds; as milliseconds it would lie in 1973. */
const SECONDS_BELOW = 1e11;

/**
 * Opens the router's token data, with separate connections.
 *
 * @param url - base URL, to which `/lsts/…` is appended.
 * @param apiKey - sent in the query, as the router wants it; never logged.
 */
export function createLstClient(url: string, apiKey: string, ports: UpstreamPorts): LstClient {
  const endpoint = createJsonEndpoint(url, 'router lsts', ports);
  return {
    async yields(mint, epochs, budget) {
      const question = {
        path: `/lsts/${mint}/apys`,
        query: { limit: String(epochs), apiKey },
        schema: Yields,
      };
      const { data } = await endpoint.ask(question, budget);
      return data
        .map(({ epoch, epochEndTs, apy }) => ({ epoch, endedAt: toMilliseconds(epochEndTs), apy }))
        .sort((a, b) => b.epoch - a.epoch);
    },
    close: endpoint.close,
  };
}

// Seen in both units.
function toMilliseconds(time: number): number {
  return time < SECONDS_BELOW ? time * 1000 : time;
}

/** One call in the words of a dialect. */
export type RouterCall<Schema extends TSchema> = {
  /** For whoever watches: one of a fixed set. */
  readonly name: string;
  readonly exchange: Omit<Exchange, 'milliseconds'>;
  /** What is relied on in the answer, and nothing more. */
  readonly schema: Schema;
};

/** How routers are called, whatever their dialect: in turns, within a budget, and again where the first try failed. */
export type RouterCalls = {
  /**
   * Asks for an order or a price, which has no effects there.
   *
   * @returns the answer with every number as the router wrote it: an order travels to the caller and back.
   * @throws {UpstreamRefusal} with the router's own words; {@link UpstreamFault} when no usable answer came.
   */
  order<Schema extends TSchema>(call: RouterCall<Schema>): Promise<Static<Schema>>;
  /**
   * Hands over signed bytes; the same bytes may be handed over again.
   *
   * @param write - makes the call; called once, when its turn has come, so that what it throws is thrown and nothing is sent.
   * @throws {UpstreamRefusal} with the router's own words; {@link UpstreamFault} when the outcome is not known.
   */
  execute<Schema extends TSchema>(
    call: Omit<RouterCall<Schema>, 'exchange'>,
    write: () => Promise<RouterCall<Schema>['exchange']>,
  ): Promise<Static<Schema>>;
  close(): Promise<void>;
};

/** Milliseconds one attempt may take, and all of them together. */
export const ROUTER_DEADLINES = {
  order: { each: 6_000, total: 9_000 },
  // An execution waits for the landing.
  execute: { each: 40_000, total: 50_000 },
};

/** Bytes of an order that still fit into the body of a broadcast, beside transaction and token. */
const ORDER_LIMIT = 60_000;

const IN_FLIGHT = { order: 32, execute: 64 };

/**
 * Opens a router.
 *
 * @param url - base URL, to which the paths of calls are appended.
 */
export function createRouterCalls(
  url: string,
  ports: UpstreamPorts,
  deadlines: typeof ROUTER_DEADLINES = ROUTER_DEADLINES,
): RouterCalls {
  const { clock, watch } = ports;
  const endpoint = ports.openEndpoint('router', url);
  const createCallGuard = (work: keyof typeof IN_FLIGHT) =>
    createGuard({
      upstream: 'router',
      inFlight: IN_FLIGHT[work],
      clock,
      onBreaker: (isOpen) => watch.onBreaker(`router ${work}`, isOpen),
    });
  const guards = { order: createCallGuard('order'), execute: createCallGuard('execute') };
  return {
    order: ({ name, exchange, schema }) =>
      withinBudget(deadlines.order, ports, (milliseconds) =>
        guards.order.run(() =>
          watched(ports, 'router', name, async () => {
            const answer = await endpoint.send({ ...exchange, milliseconds });
            if (Buffer.byteLength(answer.text) > ORDER_LIMIT) throw new UpstreamFault('router', 'malformed');
            return readAnswer('router', answer, schema, { parse: parseKeepingDigits, isOnlyAsked: true });
          }),
        ),
      ),
    execute: ({ name, schema }, write) => {
      let isPerhapsTaken = false;
      let written: ReturnType<typeof write> | undefined;
      const attempt = async (milliseconds: number) => {
        written ??= write();
        const exchange = await written;
        return await watched(ports, 'router', name, async () =>
          readAnswer('router', await endpoint.send({ ...exchange, milliseconds }), schema),
        );
      };
      return withinBudget(deadlines.execute, ports, (milliseconds) =>
        guards.execute
          .run(() => attempt(milliseconds))
          .catch((error: unknown) => {
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
    close: endpoint.close,
  };
}
