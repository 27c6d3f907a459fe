import type { AmountAsset } from '@staking-agent/wire';
import { toQuantity } from '../runtime/to-quantity.ts';
import { problem } from './problem.ts';
import type { ProblemError } from './problem-error.ts';

/** Who holds how many base units of an asset, and how many the request needs. */
export type Shortfall = {
  readonly holder: 'wallet' | 'stake account';
  readonly asset: AmountAsset;
  readonly holds: bigint;
  readonly needs: bigint;
};

/** Creates the problem of insufficient funds, with the balance and the amount needed. */
export function insufficientFunds(shortfall: Shortfall): ProblemError {
  return problem('INSUFFICIENT_FUNDS', toFundsFacts(shortfall));
}

/** Prints a shortfall as facts of its problem. */
export function toFundsFacts({ holder, asset, holds, needs }: Shortfall) {
  return { holder, holds: toQuantity(asset, holds), needs: toQuantity(asset, needs) };
}

/** Refuses a request that needs more than there is. @throws {ProblemError} `INSUFFICIENT_FUNDS`. */
export function assertHolds(shortfall: Shortfall): void {
  if (shortfall.holds < shortfall.needs) throw insufficientFunds(shortfall);
}
