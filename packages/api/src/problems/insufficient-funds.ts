import { type AmountAsset, ASSET_DECIMALS, formatAmount, type Quantity } from '@staking-agent/wire';
import { problem } from './problem.ts';
import type { ProblemError } from './problem-error.ts';

/** Who holds too little. */
type Holder = 'wallet' | 'stake account';

/**
 * Says how much of an asset is there and how much the request needs.
 *
 * @param holds - base units.
 * @param needs - base units, more than `holds`.
 */
export function insufficientFunds(
  holder: Holder,
  asset: AmountAsset,
  holds: bigint,
  needs: bigint,
): ProblemError {
  return problem('INSUFFICIENT_FUNDS', {
    holder,
    holds: quantityOf(asset, holds),
    needs: quantityOf(asset, needs),
  });
}

/** Refuses a request that needs more base units than there are. @throws {ProblemError} `INSUFFICIENT_FUNDS`. */
export function assertHolds(holder: Holder, asset: AmountAsset, holds: bigint, needs: bigint): void {
  if (holds < needs) throw insufficientFunds(holder, asset, holds, needs);
}

function quantityOf(asset: AmountAsset, baseUnits: bigint): Quantity {
  return {
    asset: asset === 'raSOLMax' ? 'raSOL Max' : asset,
    amount: formatAmount(baseUnits, ASSET_DECIMALS[asset]),
    baseUnits: String(baseUnits),
  };
}
