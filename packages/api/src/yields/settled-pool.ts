import type { Address } from '@solana/kit';
import type { Deployment } from '@staking-agent/chain/deployment';
import { getStakePoolDecoder, type StakePool } from '@staking-agent/chain/stake-pool';
import {
  CLOCK_ADDRESS,
  decodeClock,
  decodeEpochRewards,
  EPOCH_REWARDS_ADDRESS,
} from '@staking-agent/chain/sysvar';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { type ReadAccounts, readAccounts } from '../upstreams/ledger/read-accounts.ts';
import { NotSettled } from './receipt-value.ts';

/** The pool of raSOL as an epoch found it, and all that was read with it. */
export type SettledPool = {
  readonly pool: StakePool;
  readonly epoch: number;
  /** When the epoch began, Unix milliseconds by the ledger's clock. */
  readonly measuredAt: number;
  readonly read: ReadAccounts;
};

/**
 * Reads the pool of raSOL at `finalized`, with further accounts of the same slot.
 *
 * @throws {NotSettled} while rewards are being paid out, or the pool has not been updated in the epoch.
 */
export async function readSettledPool(
  ports: { readonly ledger: LedgerReader },
  { stakePool, rasolMint }: Pick<Deployment, 'stakePool' | 'rasolMint'>,
  further: readonly Address[] = [],
): Promise<SettledPool> {
  const addresses = [CLOCK_ADDRESS, EPOCH_REWARDS_ADDRESS, stakePool.address, ...further];
  const read = await readAccounts(addresses, ports, 'finalized');
  const [account, clock] = [read(stakePool.address), decodeClock(read(CLOCK_ADDRESS)?.data)];
  if (account?.owner !== stakePool.program || clock === undefined)
    throw new NotSettled('no stake pool there');
  if (decodeEpochRewards(read(EPOCH_REWARDS_ADDRESS)?.data)?.isActive)
    throw new NotSettled('rewards are being paid out');
  const pool = getStakePoolDecoder().decode(account.data);
  if (pool.poolMint !== rasolMint) throw new NotSettled('the pool of another token');
  if (pool.lastUpdateEpoch !== clock.epoch) throw new NotSettled('the pool has not been updated');
  if (pool.poolTokenSupply === 0n) throw new NotSettled('the pool has no price');
  return { pool, epoch: Number(clock.epoch), measuredAt: Number(clock.epochStart) * 1_000, read };
}
