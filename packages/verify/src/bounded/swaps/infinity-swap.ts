import { INFINITY } from '../../programs/infinity.ts';
import { readCall } from '../../programs/read-call.ts';
import type { Step } from '../scene.ts';
import type { Swap } from './swap.ts';
import { toSwap } from './to-swap.ts';

/** Reads a swap of the Infinity pool, of an exact input with a minimum out or of an exact output with a maximum in. */
export function readInfinitySwap(step: Step): Swap | undefined {
  const call = readCall(INFINITY, step);
  if (call === undefined) return undefined;
  const { amount } = call;
  return toSwap(call, {
    most: amount('amount in') ?? amount('most in') ?? 0n,
    minimum: amount('least out') ?? amount('amount out') ?? 0n,
  });
}
