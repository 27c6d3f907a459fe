import { ASSET_DECIMALS } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import { requireAmount } from '../request-fields.ts';

/**
 * Reads the raSOL an exit gives up.
 *
 * @returns base units, 9 decimals.
 * @throws {ProblemError} `invalid_request` when it is missing or does not fit.
 */
export function requireRasolAmount(amount: string | undefined): bigint {
  if (amount === undefined) {
    throw problem('FIELD_MISSING', {
      missing: ['amount'],
      rule: 'sol-liquid-stake needs the raSOL to give up, as decimal text.',
    });
  }
  return requireAmount(amount, 'amount', ASSET_DECIMALS.raSOL);
}
