import { FRACTION_BITS } from '@staking-agent/chain/vault';
import { problem } from '../../problems/problem.ts';
import type { ProblemError } from '../../problems/problem-error.ts';
import { toQuantity } from '../../runtime/to-quantity.ts';
import type { WithdrawalRequest } from '../vaults/withdrawal-request.ts';
import { printMoment } from './print-moment.ts';

/** Creates the problem of a pending request, with the end of its waiting period. */
export function requestPending({ assetBits, withdrawableFrom }: WithdrawalRequest): ProblemError {
  return problem('WITHDRAWAL_PENDING', {
    requested: toQuantity('USDC', assetBits >> FRACTION_BITS).amount,
    claimableAt: printMoment(withdrawableFrom),
  });
}
