import { insufficientFunds } from '../problems/insufficient-funds.ts';
import type { ProblemError } from '../problems/problem-error.ts';
import { sumCosts } from './means.ts';
import type { ExitRange, StrategyRange } from './range.ts';

/** What a wallet can put in or take out, in base units; zero with the refusal of anything. */
export type Reach =
  | { readonly max: bigint; readonly refusal?: undefined }
  | { readonly max: 0n; readonly refusal: ProblemError };

/**
 * Measures how much a wallet can stake so that it lands and leaves enough SOL to exit again.
 *
 * @param most - base units that anything else limits it to.
 */
export function measureStake(
  { asset, bounds, holds, lamports, costs }: Omit<StrategyRange, 'exits'>,
  most?: bigint,
): Reach {
  if (!bounds.isOpen) return { max: 0n, refusal: bounds.refusal };
  const needed = sumCosts(costs);
  const isSol = asset === 'SOL';
  if (!isSol && lamports < needed) {
    return {
      max: 0n,
      refusal: insufficientFunds({ holder: 'wallet', asset: 'SOL', holds: lamports, needs: needed }),
    };
  }
  const needs = bounds.least + (isSol ? needed : 0n);
  if (holds < needs)
    return { max: 0n, refusal: insufficientFunds({ holder: 'wallet', asset, holds, needs }) };
  const free = isSol ? holds - needed : holds;
  return { max: [bounds.most, most ?? free].reduce((least, each) => (each < least ? each : least), free) };
}

/** Measures how much of its holding a wallet can withdraw. */
export function measureExit({ asset, holds, own }: ExitRange & { readonly takes: 'amount' }): Reach {
  if (own === undefined) {
    return { max: 0n, refusal: insufficientFunds({ holder: 'wallet', asset, holds, needs: 1n }) };
  }
  return own.isOpen ? { max: own.most } : { max: 0n, refusal: own.refusal };
}
