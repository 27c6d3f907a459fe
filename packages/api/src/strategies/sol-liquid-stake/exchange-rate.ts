import type { Deployment } from '@staking-agent/chain/deployment';
import { getStakePoolDecoder } from '@staking-agent/chain/stake-pool';
import { FigureUnavailable } from '../../problems/figure-unavailable.ts';
import { readAccounts } from '../../upstreams/ledger/read-accounts.ts';
import { exactQuotient } from '../../yields/exact-quotient.ts';
import type { ReadExchangeRate } from '../../yields/figure-source.ts';

/**
 * SOL per raSOL: `total_lamports / pool_token_supply` of the stake pool, as of its last update, deposit or withdrawal.
 *
 * Read from the pool that the deployment names, provided that its program owns it and raSOL is its token.
 */
export function createLiquidExchangeRate({
  rasolMint,
  stakePool,
}: Pick<Deployment, 'rasolMint' | 'stakePool'>): ReadExchangeRate {
  return async (ports) => {
    const account = (await readAccounts([stakePool.address], ports))(stakePool.address);
    if (account?.owner !== stakePool.program) throw new FigureUnavailable('no stake pool there');
    const pool = getStakePoolDecoder().decode(account.data);
    if (pool.poolMint !== rasolMint) throw new FigureUnavailable('the pool of another token');
    return exactQuotient(pool.totalLamports, pool.poolTokenSupply);
  };
}
