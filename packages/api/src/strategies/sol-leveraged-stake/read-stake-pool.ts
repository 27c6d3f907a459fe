import type { Deployment } from '@staking-agent/chain/deployment';
import { getStakePoolDecoder, type StakePool } from '@staking-agent/chain/stake-pool';
import { type ProblemError, upstreamFailed } from '../../problem-error.ts';
import type { ReadAccounts } from '../../upstreams/ledger/read-accounts.ts';

/**
 * Decodes the pool of raSOL as the current epoch knows it.
 *
 * @param epoch - of the ledger.
 * @throws {ProblemError} `upstream_error` when there is no such pool, or it has not been updated in the epoch: its
 *   program refuses deposits then, and its price is old.
 */
export function decodeCurrentPool(
  read: ReadAccounts,
  { stakePool }: Pick<Deployment, 'stakePool'>,
  epoch: bigint,
): StakePool {
  const account = read(stakePool.address);
  if (account?.owner !== stakePool.program || account.data.length === 0) throw poolMissing();
  const pool = getStakePoolDecoder().decode(account.data);
  if (pool.lastUpdateEpoch < epoch) throw poolStale();
  return pool;
}

function poolMissing(): ProblemError {
  return upstreamFailed('The ledger does not have the stake pool of raSOL.', 'POOL_NOT_FOUND', {
    retryable: false,
  });
}

function poolStale(): ProblemError {
  return upstreamFailed(
    'The stake pool would refuse this: StakeListAndPoolOutOfDate. It has not been updated in this epoch yet; that takes minutes after the epoch begins.',
    'POOL_NOT_UPDATED',
    { headers: { 'Retry-After': '60' } },
  );
}
