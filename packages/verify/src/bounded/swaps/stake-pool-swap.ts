import { readCall } from '../../programs/read-call.ts';
import { STAKE_POOL } from '../../programs/stake-pool.ts';
import type { BoundedKeys } from '../bounded-keys.ts';
import type { Step } from '../scene.ts';
import type { Swap } from './swap.ts';

/**
 * Reads a deposit into, or a withdrawal from, the pool of raSOL; undefined for any other instruction of the program.
 *
 * A stake account that is deposited goes as a whole; Authorize has handed it over. The older forms have no minimum.
 */
export function readStakePoolSwap(step: Step, keys: BoundedKeys, wallet: Uint8Array): Swap | undefined {
  const call = readCall(STAKE_POOL, step);
  if (call === undefined) return undefined;
  const { name, amount, account, takes } = call;
  const isWholeAccount = takes('stake account');
  return {
    name,
    authority: isWholeAccount ? wallet : (account('owner') ?? account('funding wallet')),
    source: account('stake account') ?? account('source') ?? account('funding wallet'),
    most: isWholeAccount ? 'everything' : (amount('amount') ?? amount('lamports') ?? 0n),
    destinations: [account('destination') ?? account('recipient') ?? account('new stake account')],
    minimum: amount('least') ?? { by: 'pool-rate' },
    fixed: [
      { role: 'the stake pool', actual: account('stake pool'), due: keys.stakePool },
      ...(takes('new authority')
        ? [{ role: 'authority of the new stake account', actual: account('new authority'), due: wallet }]
        : []),
    ],
  };
}
