import type { Address, Instruction } from '@solana/kit';
import type { SwapPrice } from '@staking-agent/chain/market';

/** What an order is for: the path segment. */
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

/** The router's answer, without the transaction. */
export type OrderAnswer = {
  readonly inp: Address;
  readonly out: Address;
  readonly mode: string;
  readonly inpAmt: string | StakeAmount;
  readonly outAmt: string | StakeAmount;
  readonly swapSrcData: { readonly swapSrc: string; readonly data: object };
};

/** The transaction of an order before it is compiled, and what a malicious router would turn against its wallet. */
export type Draft = {
  readonly wallet: Address;
  readonly instructions: readonly Instruction[];
  /** Compute units it may use. */
  readonly units: number;
  /** What it brings. */
  readonly output: 'sol' | 'token' | 'stake';
  /** The stake account it gives up or makes. */
  readonly stakeAccount?: Address;
  /** The wallet's account of raSOL, where the order uses it or the wallet has one. */
  readonly tokenAccount?: Address;
};

/** An order: its answer, and its transaction where a signer was named. */
export type Order = { readonly answer: OrderAnswer; readonly draft?: Draft };

const FRACTION_DIGITS = 12;
const LABEL = 'Sandbox Market';

/**
 * The details of an order that goes through the market, in the shape of a Jupiter order.
 *
 * @param input.threshold - least base units to receive.
 */
export function createJupiterOrder(input: {
  /** 16 random bytes that name it. */
  readonly id: Uint8Array;
  readonly market: Address;
  readonly inputMint: Address;
  readonly outputMint: Address;
  readonly amountIn: bigint;
  readonly price: SwapPrice;
  readonly threshold: bigint;
  readonly slippage: bigint;
  readonly mode: string;
  readonly taker: Address | undefined;
}): object {
  const { inputMint, outputMint, price, taker } = input;
  const impact = getImpact(price);
  const [inAmount, outAmount] = [input.amountIn.toString(), price.amountOut.toString()];
  return {
    mode: 'manual',
    router: 'iris',
    swapType: 'aggregator',
    requestId: printUuid(input.id),
    inputMint,
    inAmount,
    outputMint,
    outAmount,
    otherAmountThreshold: input.threshold.toString(),
    swapMode: input.mode,
    slippageBps: Number(input.slippage),
    // The number is signed and in per cent, the text a plain fraction.
    priceImpact: -Number((Number(impact) * 100).toFixed(FRACTION_DIGITS - 2)),
    priceImpactPct: impact,
    routePlan: [
      {
        swapInfo: {
          ammKey: input.market,
          label: LABEL,
          inputMint,
          outputMint,
          inAmount,
          outAmount,
          feeAmount: price.fee.toString(),
          feeMint: inputMint,
        },
        percent: 100,
        bps: 10_000,
      },
    ],
    feeBps: 0,
    ...(taker !== undefined && { taker }),
    gasless: false,
    transaction: null,
    prioritizationType: 'ComputeBudget',
    prioritizationFeeLamports: 0,
    totalTime: 1,
  };
}

function printUuid(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Computes the price impact of an order as a fraction, without the fee. */
export function getImpact({ amountOut, amountOutAtSpot }: SwapPrice): string {
  if (amountOutAtSpot === 0n) return '0';
  const scaled = ((amountOutAtSpot - amountOut) * 10n ** BigInt(FRACTION_DIGITS)) / amountOutAtSpot;
  const text = scaled.toString().padStart(FRACTION_DIGITS + 1, '0');
  return `${text.slice(0, -FRACTION_DIGITS)}.${text.slice(-FRACTION_DIGITS)}`.replace(/\.?0+$/, '');
}
