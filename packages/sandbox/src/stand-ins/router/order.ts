import { hash } from 'node:crypto';
import type { Address, Instruction } from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import type { SwapPrice } from '@staking-agent/chain/leverage';
import { compileMessageWithTables } from '@staking-agent/chain/message';
import type { Fee } from '@staking-agent/chain/stake-pool';
import type { NodeView } from '../../rpc/node-view.ts';
import { encodeUnsigned } from '../../vm/transaction.ts';
import { badRequest, findInteger, findText, type Query } from '../stand-in.ts';

/** The kind of an order: its path segment. */
export type OrderKind = 'token' | 'depositStake' | 'withdrawStake';

/** A fee as the router reports it. */
export type FeeInfo = {
  readonly code: string;
  readonly rate: number;
  /** Base units of `mint`. */
  readonly amount: string;
  readonly mint: Address;
};

/** Lamports of a stake account, delegated and idle, as integer text. */
export type StakeAmount = { readonly amtStaked: string; readonly amtUnstaked: string };

/** A source of an order, with its own details. */
export type SwapSourceData = { readonly swapSrc: SwapSource; readonly data: object };

/** The router's answer, without the transaction. */
export type OrderAnswer = {
  readonly inp: Address;
  readonly out: Address;
  readonly mode: string;
  readonly inpAmt: string | StakeAmount;
  readonly outAmt: string | StakeAmount;
  readonly swapSrcData: SwapSourceData;
};

/** The transaction of an order before it is compiled, with the accounts that a malicious router would turn against its wallet. */
export type Draft = {
  readonly wallet: Address;
  readonly instructions: readonly Instruction[];
  /** Compute units it may use. */
  readonly units: number;
  /** The asset that it brings. */
  readonly output: 'sol' | 'token' | 'stake';
  /** The stake account it gives up or makes. */
  readonly stakeAccount?: Address;
  /** The wallet's account of raSOL, where the order uses it or the wallet has one. */
  readonly tokenAccount?: Address;
};

/** An order: its answer, and its transaction where a signer was named. */
export type Order = { readonly answer: OrderAnswer; readonly draft?: Draft };

/** Computes the least that a caller accepts: `amount` less the slippage, rounded down. */
export function lessSlippage(amount: bigint, slippage: bigint): bigint {
  return (amount * (10_000n - slippage)) / 10_000n;
}

/** Computes the most that a caller pays: `amount` and the slippage, rounded up. */
export function plusSlippage(amount: bigint, slippage: bigint): bigint {
  return (amount * (10_000n + slippage) + 9_999n) / 10_000n;
}

/** Prints a fee of the pool as the router reports it. */
export function toFeeInfo(code: string, fee: Fee, amount: bigint, mint: FeeInfo['mint']): FeeInfo {
  const rate = fee.denominator === 0n ? 0 : Number(fee.numerator) / Number(fee.denominator);
  return { code, rate, amount: amount.toString(), mint };
}

/** Creates the `swapSrcData` of a route over the pool. */
export function describePool(...fees: readonly FeeInfo[]): SwapSourceData {
  return { swapSrc: 'SanctumRouter', data: { fees } };
}

const FRACTION_DIGITS = 12;

/**
 * Creates the details of an order that goes through the market, of a Jupiter order those that name it and its price.
 *
 * @param input.threshold - least base units to receive.
 */
export function createJupiterOrder(input: {
  /** 16 random bytes that name it. */
  readonly id: Uint8Array;
  readonly amountIn: bigint;
  readonly price: SwapPrice;
  readonly threshold: bigint;
  readonly slippage: bigint;
  readonly mode: string;
}): object {
  const impact = getImpact(input.price);
  return {
    requestId: Buffer.from(input.id).toString('hex'),
    inAmount: input.amountIn.toString(),
    outAmount: input.price.amountOut.toString(),
    otherAmountThreshold: input.threshold.toString(),
    swapMode: input.mode,
    slippageBps: Number(input.slippage),
    // The number is signed and in per cent, the text a plain fraction.
    priceImpact: -Number((Number(impact) * 100).toFixed(FRACTION_DIGITS - 2)),
    priceImpactPct: impact,
  };
}

/** Computes the price impact of an order as a fraction, without the fee. */
function getImpact({ amountOut, amountOutAtSpot }: SwapPrice): string {
  if (amountOutAtSpot === 0n) return '0';
  const scaled = ((amountOutAtSpot - amountOut) * 10n ** BigInt(FRACTION_DIGITS)) / amountOutAtSpot;
  const text = scaled.toString().padStart(FRACTION_DIGITS + 1, '0');
  return `${text.slice(0, -FRACTION_DIGITS)}.${text.slice(-FRACTION_DIGITS)}`.replace(/\.?0+$/, '');
}

/** Orders kept; far more than live at once, since each dies with its blockhash. */
const KEPT = 10_000;

/** The orders that the router has given out, by the message of their transaction. */
export type Ordered = ReturnType<typeof createOrdered>;

/** Starts without orders. */
export function createOrdered() {
  const orders = new Map<string, OrderAnswer>();
  return {
    add: (messageBytes: Uint8Array, answer: OrderAnswer): void => {
      orders.set(hash('sha256', messageBytes), answer);
      const [oldest] = orders.keys();
      if (orders.size > KEPT && oldest !== undefined) orders.delete(oldest);
    },
    find: (messageBytes: Uint8Array): OrderAnswer | undefined => orders.get(hash('sha256', messageBytes)),
  };
}

/** Micro-lamports per compute unit the router offers. */
const UNIT_PRICE = 20_000n;

/** The parts of a transaction; the fee payer is the only signer of an honest order. */
export type OrderedInstructions = {
  readonly feePayer: Address;
  readonly instructions: readonly Instruction[];
  /** Compute units it may use. */
  readonly units: number;
  /** Goes before the compute budget. */
  readonly first?: Instruction;
  /** Stands in the place of the price the router offers. */
  readonly price?: Instruction;
};

/** Compiles an unsigned version 0 transaction over the newest confirmed blockhash: every signature is zero. */
export function compileOrder(
  order: OrderedInstructions,
  node: NodeView,
): { readonly bytes: Uint8Array; readonly messageBytes: Uint8Array } {
  const { blockhash } = node.block('confirmed');
  const { feePayer, first, units, price } = order;
  // The compute budget goes in front, as wallets expect it.
  const instructions = [
    ...(first === undefined ? [] : [first]),
    getSetComputeUnitLimitInstruction({ units }),
    price ?? getSetComputeUnitPriceInstruction({ microLamports: UNIT_PRICE }),
    ...order.instructions,
  ];
  const messageBytes = compileMessageWithTables({ feePayer, blockhash, instructions }, {});
  return { bytes: encodeUnsigned(messageBytes), messageBytes };
}

/** Sources an order may be restricted to. */
const SOURCES = ['Inf', 'SanctumRouter', 'Jup'] as const;
export type SwapSource = (typeof SOURCES)[number];

export type SwapMode = 'ExactIn' | 'ExactOut';

const U64 = 2n ** 64n;
const MAX_SLIPPAGE = 10_000n;
/** Tolerance where the caller names none, in basis points; the real default is not documented. */
const DEFAULT_SLIPPAGE = 50n;
const MAX_SEED = 2n ** 32n;

/** Reads base units. @throws {StandInError} 400 when `amt` is absent, no integer, zero or beyond 64 bits. */
export function requireAmount(query: Query): bigint {
  const text = findText(query, 'amt') ?? badRequest('amt is required');
  const amount = /^\d{1,20}$/.test(text) ? BigInt(text) : 0n;
  return amount > 0n && amount < U64 ? amount : badRequest('amt must be a positive integer');
}

/** Reads the mode. @throws {StandInError} 400 when it is none of the two. */
export function readMode(query: Query): SwapMode {
  const mode = findText(query, 'mode') ?? 'ExactIn';
  return mode === 'ExactIn' || mode === 'ExactOut' ? mode : badRequest('mode must be ExactIn or ExactOut');
}

/** Reads basis points. @throws {StandInError} 400 when `slippageBps` is no integer from 0 to 10000. */
export function readSlippage(query: Query): bigint {
  return findInteger(query, 'slippageBps', MAX_SLIPPAGE) ?? DEFAULT_SLIPPAGE;
}

/** Reads a seed. @throws {StandInError} 400 when `bridgeStakeSeed` is no integer of 32 bits. */
export function findSeed(query: Query): bigint | undefined {
  return findInteger(query, 'bridgeStakeSeed', MAX_SEED - 1n);
}

/** Reads a choice. @throws {StandInError} 400 when `deactivate` is neither y nor n. */
export function readDeactivate(query: Query): boolean {
  const value = findText(query, 'deactivate') ?? 'n';
  return value === 'y' || value === 'n' ? value === 'y' : badRequest('deactivate must be y or n');
}

/** Reads the sources an order may use. @throws {StandInError} 400 for one that does not exist. */
export function readSources(query: Query): ReadonlySet<SwapSource> {
  const value = query['swapSrc'];
  const given = value === undefined ? SOURCES : [value].flat();
  return new Set(
    given.map((each) => SOURCES.find((source) => source === each) ?? badRequest(`Unknown swapSrc ${each}`)),
  );
}
