import type { DeploymentKeys } from '../../deployment-keys.ts';
import { readCall } from '../../programs/read-call.ts';
import { STAKE_POOL } from '../../programs/stake-pool.ts';
import type { Step } from '../scene.ts';
import type { Swap } from './swap.ts';
import { toSwap } from './to-swap.ts';

/**
 * Reads a deposit into, or a withdrawal from, the pool of raSOL; undefined for any other instruction of the program.
 *
 * A stake account that is deposited goes as a whole; Authorize has handed it over. The older forms have no minimum.
 */
export function readStakePoolSwap(step: Step, keys: DeploymentKeys, wallet: Uint8Array): Swap | undefined {
  const call = readCall(STAKE_POOL, step);
  if (call === undefined) return undefined;
  const { amount, account, takes } = call;
  const lamports = amount('lamports');
  return toSwap(call, {
    ...(takes('stake account') && { authority: wallet }),
    ...(lamports !== undefined && { most: lamports }),
    minimum: amount('least') ?? { by: 'pool-rate' },
    fixed: [
      { role: 'the stake pool', actual: account('stake pool'), due: keys.stakePool.address },
      ...(takes('new authority')
        ? [{ role: 'authority of the new stake account', actual: account('new authority'), due: wallet }]
        : []),
    ],
  });
}
