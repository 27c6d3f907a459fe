import type { Deployment } from '@staking-agent/chain/deployment';
import { UNSTAKE_STEPS } from '@staking-agent/wire';
import { problem } from '../../problems/problem.ts';
import type { Exit } from '../strategy.ts';
import { createUnstakeAtOnce } from './unstake-at-once.ts';
import { createUnstakeCancel } from './unstake-cancel.ts';
import { createUnstakeClaim } from './unstake-claim.ts';
import { createUnstakeRequest } from './unstake-request.ts';

/**
 * Withdraws USDC from the vault: at once, or in the two steps that a vault with a waiting period takes.
 *
 * @throws {ProblemError} `invalid_request` for a step that there is none of; else as each of the four does.
 */
export function createUnstakeInstant(deployment: Deployment): Exit<'usdc-earn', 'instant'> {
  const atOnce = createUnstakeAtOnce(deployment);
  const steps = {
    request: createUnstakeRequest(deployment),
    claim: createUnstakeClaim(deployment),
    cancel: createUnstakeCancel(deployment),
  };
  return (body, services) => {
    if (body.step === undefined) return atOnce(body, services);
    const step = UNSTAKE_STEPS.find((each) => each === body.step);
    if (step !== undefined) return steps[step](body, services);
    throw problem('STEP_NOT_OFFERED', {
      step: body.step,
      reason: `it must be one of: ${UNSTAKE_STEPS.join(', ')}`,
    });
  };
}
