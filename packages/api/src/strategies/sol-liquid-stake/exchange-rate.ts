import type { Deployment } from '@staking-agent/chain/deployment';
import {
  getStakePoolDecoder,
  STAKE_POOL_PROGRAM_ADDRESSES,
  type StakePool,
} from '@staking-agent/chain/stake-pool';
import { exactQuotient } from '../../yields/exact-quotient.ts';
import { type FigurePorts, LIVE_BUDGET, type ReadExchangeRate } from '../../yields/figure-source.ts';
import { FigureUnavailable } from '../../yields/figure-unavailable.ts';

/**
 * SOL per raSOL: `total_lamports / pool_token_supply` of the stake pool, as of its last update, deposit or withdrawal.
 *
 * The router says where the pool is, once. That it is raSOL's is seen from the account: a stake pool program owns it and
 * it names the mint, which the program allows to the one pool that mints it.
 */
export function createLiquidExchangeRate({ rasolMint }: Pick<Deployment, 'rasolMint'>): ReadExchangeRate {
  let known: string | undefined;
  return async (services) => {
    const address = known ?? (await services.lst.poolOf(rasolMint, LIVE_BUDGET));
    const pool = await readPool(address, services);
    if (pool.poolMint !== rasolMint) throw new FigureUnavailable('the pool of another token');
    known = address;
    return exactQuotient(pool.totalLamports, pool.poolTokenSupply);
  };
}

async function readPool(address: string, { ledger }: FigurePorts): Promise<StakePool> {
  const { value } = await ledger.read('getMultipleAccounts', [
    [address],
    { encoding: 'base64', commitment: 'confirmed' },
  ]);
  const account = value[0];
  if (!account || !STAKE_POOL_PROGRAM_ADDRESSES.some((program) => program === account.owner)) {
    throw new FigureUnavailable('no stake pool there');
  }
  return getStakePoolDecoder().decode(Buffer.from(account.data[0], 'base64'));
}
