import { INFINITY } from '../../programs/infinity.ts';
import { readCall } from '../../programs/read-call.ts';
import type { Step } from '../scene.ts';
import type { Swap } from './swap.ts';

/** Reads a swap of the Infinity pool, of an exact input with a minimum out or of an exact output with a maximum in. */
export function readInfinitySwap(step: Step): Swap | undefined {
  const call = readCall(INFINITY, step);
  return (
    call && {
      name: call.name,
      authority: call.account('user'),
      source: call.account('source'),
      most: call.amount('amount in') ?? call.amount('most in') ?? 0n,
      destinations: [call.account('destination')],
      minimum: call.amount('least out') ?? call.amount('amount out') ?? 0n,
      fixed: [],
    }
  );
}
