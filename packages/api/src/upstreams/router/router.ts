import type { RouterKind } from '@staking-agent/wire';
import type { Logger } from 'pino';
import type { UpstreamFault, UpstreamRefusal } from '../../problems/faults.ts';
import type { UpstreamPorts } from '../upstream-ports.ts';
import type { LstClient } from './lst-client.ts';

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
