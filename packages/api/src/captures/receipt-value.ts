import { type Address, address } from '@solana/kit';
import type { Deployment, LeveragedDeployment } from '@staking-agent/chain/deployment';
import { getStakePoolDecoder } from '@staking-agent/chain/stake-pool';
import { getVaultDecoder, getVaultState, netAssetValue } from '@staking-agent/chain/vault';
import type { LedgerNode } from '../upstreams/ledger/ledger-node.ts';

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

const CLOCK = address('SysvarC1ock11111111111111111111111111111111');
const EPOCH_REWARDS = address('SysvarEpochRewards1111111111111111111111111');
const EPOCH_START_AT = 8;
const EPOCH_AT = 16;
const NOW_AT = 32;
const SUPPLY_AT = 36;
/** Where the sysvar says whether rewards are being paid out: its last byte. */
const REWARDS_ACTIVE_AT = 80;
const CALL_MILLISECONDS = 4_000;
const PLACES = 18;

/**
 * Reads what a raSOL Max is worth, at `finalized`.
 *
 * @throws {NotSettled} while rewards are being paid out or the pool has not been updated in the epoch.
 */
export async function readReceiptValue(
  node: LedgerNode,
  { rasolMaxMint }: Deployment,
  { vault, stakePool }: LeveragedDeployment,
): Promise<ReceiptValue> {
  const addresses: Address[] = [CLOCK, EPOCH_REWARDS, stakePool.address, vault, rasolMaxMint];
  const { value } = await node.call(
    'getMultipleAccounts',
    [addresses, { encoding: 'base64', commitment: 'finalized' }],
    CALL_MILLISECONDS,
  );
  const [clock, rewards, poolData, vaultData, mint] = value.map(
    (account) => account && Buffer.from(account.data[0], 'base64'),
  );
  if (!clock || !poolData || !vaultData || !mint) throw new NotSettled('an account is missing');
  const epoch = clock.readBigUInt64LE(EPOCH_AT);
  if (rewards?.[REWARDS_ACTIVE_AT] === 1) throw new NotSettled('rewards are being paid out');
  const pool = getStakePoolDecoder().decode(poolData);
  if (pool.lastUpdateEpoch !== epoch) throw new NotSettled('the pool has not been updated');
  const state = getVaultState(getVaultDecoder().decode(vaultData), mint.readBigUInt64LE(SUPPLY_AT));
  const worth = netAssetValue(state, clock.readBigInt64LE(NOW_AT));
  if (!worth.ok || worth.asset === 0n || pool.poolTokenSupply === 0n) {
    throw new NotSettled('the vault or the pool has no price');
  }
  return {
    epoch: Number(epoch),
    epochStartedAt: Number(clock.readBigInt64LE(EPOCH_START_AT)) * 1_000,
    assetPerReceipt: quotientText(worth.asset, worth.lp),
    solPerReceipt: quotientText(worth.asset * pool.totalLamports, worth.lp * pool.poolTokenSupply),
  };
}

/** A quotient as decimal text with 18 places, rounded down. */
function quotientText(numerator: bigint, denominator: bigint): string {
  const scaled = String((numerator * 10n ** BigInt(PLACES)) / denominator).padStart(PLACES + 1, '0');
  return `${scaled.slice(0, -PLACES)}.${scaled.slice(-PLACES)}`;
}
