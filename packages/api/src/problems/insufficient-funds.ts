import type { AmountAsset } from '@staking-agent/wire';
import { toQuantity } from '../to-quantity.ts';
import { problem } from './problem.ts';
import type { Circumstances, ProblemError } from './problem-error.ts';

/** Who holds how many base units of an asset, and how many the request needs. */
export type Shortfall = {
  readonly holder: 'wallet' | 'stake account';
  readonly asset: AmountAsset;
  readonly holds: bigint;
  readonly needs: bigint;
};

/** Creates the problem of insufficient funds, with the balance and the amount needed. */
export function insufficientFunds(
  { holder, asset, holds, needs }: Shortfall,
  circumstances?: Circumstances,
): ProblemError {
  const facts = { holder, holds: toQuantity(asset, holds), needs: toQuantity(asset, needs) };
  return problem('INSUFFICIENT_FUNDS', facts, circumstances);
}

/** Refuses a request that needs more than there is. @throws {ProblemError} `INSUFFICIENT_FUNDS`. */
export function assertHolds(shortfall: Shortfall): void {
  if (shortfall.holds < shortfall.needs) throw insufficientFunds(shortfall);
}
