import { ASSET_DECIMALS, type UnstakeBody } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import { requireAmount } from '../request-fields.ts';
import type { AskedExit } from './plan-exit.ts';

/**
 * Reads the size of an exit: `amount` counts only without `isWithdrawAll`.
 *
 * @throws {ProblemError} `invalid_request` where neither is given, or the amount is none.
 */
export function requireExit({ amount, isWithdrawAll = false }: UnstakeBody): AskedExit {
  if (isWithdrawAll) return { amount: 0n, isWithdrawAll };
  if (amount === undefined) {
    throw problem('FIELD_MISSING', {
      missing: ['amount'],
      rule: 'usdc-earn needs the USDC to withdraw, as decimal text, or isWithdrawAll=true.',
    });
  }
  return { amount: requireAmount(amount, 'amount', ASSET_DECIMALS.USDC), isWithdrawAll };
}
