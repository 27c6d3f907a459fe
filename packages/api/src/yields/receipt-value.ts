import type { Deployment, LeveragedDeployment } from '@staking-agent/chain/deployment';
import { getStakePoolDecoder } from '@staking-agent/chain/stake-pool';
import { decodeEpochRewards, EPOCH_REWARDS_ADDRESS } from '@staking-agent/chain/sysvar';
import { netAssetValue } from '@staking-agent/chain/vault';
import type { LedgerReader } from '../upstreams/ledger/ledger-client.ts';
import { readAccounts } from '../upstreams/ledger/read-accounts.ts';
import { CLOCK, decodePricedVault } from '../vaults/priced-vault.ts';

/** What a raSOL Max was worth when an epoch had settled. */
export type ReceiptValue = {
  readonly epoch: number;
  /** Unix milliseconds by the ledger's clock. */
  readonly epochStartedAt: number;
  /** Decimal text, rounded down. */
  readonly assetPerReceipt: string;
  readonly solPerReceipt: string;
};

/** The epoch has not settled yet, or the vault has no price: worth another look later. */
export class NotSettled extends Error {
  override readonly name = 'NotSettled';
}

const PLACES = 18;

/**
 * Reads what a raSOL Max is worth, at `finalized`.
 *
 * @throws {NotSettled} while rewards are being paid out or the pool has not been updated in the epoch.
 */
export async function readReceiptValue(
  ports: { readonly ledger: LedgerReader },
  { rasolMaxMint: lpMint, stakePool }: Deployment,
  { vault }: LeveragedDeployment,
): Promise<ReceiptValue> {
  const read = await readAccounts(
    [CLOCK, EPOCH_REWARDS_ADDRESS, stakePool.address, vault, lpMint],
    ports,
    'finalized',
  );
  const priced = decodePricedVault(read, { vault, lpMint });
  const poolData = read(stakePool.address)?.data;
  if (priced === undefined || !poolData?.length) throw new NotSettled('an account is missing');
  const { state, epoch, epochStart, now } = priced;
  if (decodeEpochRewards(read(EPOCH_REWARDS_ADDRESS)?.data)?.isActive)
    throw new NotSettled('rewards are being paid out');
  const pool = getStakePoolDecoder().decode(poolData);
  if (pool.lastUpdateEpoch !== epoch) throw new NotSettled('the pool has not been updated');
  const worth = netAssetValue(state, now);
  if (!worth.ok || worth.asset === 0n || pool.poolTokenSupply === 0n) {
    throw new NotSettled('the vault or the pool has no price');
  }
  return {
    epoch: Number(epoch),
    epochStartedAt: Number(epochStart) * 1_000,
    assetPerReceipt: quotientText(worth.asset, worth.lp),
    solPerReceipt: quotientText(worth.asset * pool.totalLamports, worth.lp * pool.poolTokenSupply),
  };
}

/** A quotient as decimal text with 18 places, rounded down. */
function quotientText(numerator: bigint, denominator: bigint): string {
  const scaled = String((numerator * 10n ** BigInt(PLACES)) / denominator).padStart(PLACES + 1, '0');
  return `${scaled.slice(0, -PLACES)}.${scaled.slice(-PLACES)}`;
}
