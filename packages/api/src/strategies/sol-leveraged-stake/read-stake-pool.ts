import type { Deployment } from '@staking-agent/chain/deployment';
import type { StakePool } from '@staking-agent/chain/stake-pool';
import { decodePool } from '../../builds/decode-pool.ts';
import { problem } from '../../problems/problem.ts';
import type { ReadAccounts } from '../../upstreams/ledger/read-accounts.ts';

/**
 * Decodes the pool of raSOL as the current epoch knows it.
 *
 * @param epoch - of the ledger.
 * @throws {ProblemError} `upstream_error` when there is no such pool, or it has not been updated in the epoch: then its
 *   program refuses deposits, and its price is out of date.
 */
export function decodeCurrentPool(
  read: ReadAccounts,
  deployment: Pick<Deployment, 'stakePool'>,
  epoch: bigint,
): StakePool {
  const pool = decodePool(read, deployment);
  if (pool.lastUpdateEpoch < epoch) throw problem('POOL_NOT_UPDATED');
  return pool;
}
