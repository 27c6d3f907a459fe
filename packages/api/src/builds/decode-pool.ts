import type { Deployment } from '@staking-agent/chain/deployment';
import { getStakePoolDecoder, type StakePool } from '@staking-agent/chain/stake-pool';
import { problem } from '../problems/problem.ts';
import type { ReadAccounts } from '../upstreams/ledger/read-accounts.ts';

// Made once: making a decoder costs as much as decoding.
const STAKE_POOL = getStakePoolDecoder();

/**
 * Decodes the pool of raSOL, as of its last update.
 *
 * @throws {ProblemError} `upstream_error` when there is no such pool.
 */
export function decodePool(read: ReadAccounts, { stakePool }: Pick<Deployment, 'stakePool'>): StakePool {
  const account = read(stakePool.address);
  if (account?.owner !== stakePool.program || account.data.length === 0) throw problem('POOL_NOT_FOUND');
  return STAKE_POOL.decode(account.data);
}
