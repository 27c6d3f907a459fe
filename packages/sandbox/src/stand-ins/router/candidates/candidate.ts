import type { Address, Instruction } from '@solana/kit';
import type { SwapMode, SwapSource } from '../query.ts';

/** What is asked for. */
export type TokenRequest = {
  readonly inp: Address;
  readonly out: Address;
  /** Base units of `inp`, or of `out` for an exact output. */
  readonly amount: bigint;
  readonly mode: SwapMode;
  readonly wallet: Address | undefined;
  /** Basis points. */
  readonly slippage: bigint;
  readonly sources: ReadonlySet<SwapSource>;
};

/** One way to serve a request. */
export type Candidate = {
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  /** The order's `swapSrcData`. */
  describe(): { readonly swapSrc: SwapSource; readonly data: object };
  /** The instructions that do it. */
  build(
    wallet: Address,
    accounts: { readonly source: Address | undefined; readonly destination: Address | undefined },
  ): Promise<{ readonly instructions: readonly Instruction[]; readonly units: number }>;
};

/** The least a caller accepts: `amount` less the slippage, rounded down. */
export function lessSlippage(amount: bigint, slippage: bigint): bigint {
  return (amount * (10_000n - slippage)) / 10_000n;
}

/** The most a caller pays: `amount` and the slippage, rounded up. */
export function plusSlippage(amount: bigint, slippage: bigint): bigint {
  return (amount * (10_000n + slippage) + 9_999n) / 10_000n;
}

/**
 * Computes the input of a request under an increasing price: the given amount, or the least that yields an exact output.
 *
 * @param getOutput - base units out for base units in; undefined beyond the liquidity.
 * @returns undefined when no source can serve the request.
 */
export function solveInput(
  { mode, amount }: Pick<TokenRequest, 'mode' | 'amount'>,
  getOutput: (input: bigint) => bigint | undefined,
): bigint | undefined {
  if (mode === 'ExactIn') return amount;
  let low = 1n;
  let high = 2n ** 63n;
  while (low < high) {
    const middle = (low + high) / 2n;
    const output = getOutput(middle);
    if (output === undefined || output >= amount) high = middle;
    else low = middle + 1n;
  }
  const output = getOutput(low);
  return output !== undefined && output >= amount ? low : undefined;
}
