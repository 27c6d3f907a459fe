import { MARKET } from '../../programs/market.ts';
import { readCall } from '../../programs/read-call.ts';
import type { Step } from '../scene.ts';
import type { Swap } from './swap.ts';
import { toSwap } from './to-swap.ts';

const EVERYTHING = 2n ** 64n - 1n;

/**
 * Reads a swap at the sandbox's market, of an exact input or for an exact output; the highest amount sells all that the source
 * holds.
 */
export function readMarketSwap(step: Step): Swap | undefined {
  const call = readCall(MARKET, step);
  if (call === undefined) return undefined;
  const { amount } = call;
  const most = amount('amount in') ?? amount('most in') ?? EVERYTHING;
  return toSwap(call, {
    most: most === EVERYTHING ? 'everything' : most,
    minimum: amount('least out') ?? amount('amount out') ?? 0n,
  });
}
