import { MARKET } from '../../programs/market.ts';
import { readCall } from '../../programs/read-call.ts';
import type { Step } from '../scene.ts';
import type { Swap } from './swap.ts';
import { toSwap } from './to-swap.ts';

const EVERYTHING = 2n ** 64n - 1n;

/** Reads a swap of an exact input at the sandbox's market; the highest amount sells all that the source holds. */
export function readMarketSwap(step: Step): Swap | undefined {
  const call = readCall(MARKET, step);
  if (call?.name !== 'Swap') return undefined;
  const amount = call.amount('amount in') ?? EVERYTHING;
  return toSwap(call, {
    most: amount === EVERYTHING ? 'everything' : amount,
    minimum: call.amount('least out') ?? 0n,
  });
}
