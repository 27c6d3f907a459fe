import type { Deployment, LeveragedDeployment } from '@staking-agent/chain/deployment';
import { netAssetValue } from '@staking-agent/chain/vault';
import { type CaptureSource, NotSettled, printQuotient } from '../../yields/receipt-value.ts';
import { readSettledPool } from '../../yields/settled-pool.ts';
import { decodePricedVault } from '../vaults/priced-vault.ts';

/** Captures what a raSOL Max holds in raSOL, and is worth in SOL, once the pool has been updated in the epoch. */
export function captureLeveraged(deployment: Deployment, { vault }: LeveragedDeployment): CaptureSource {
  const lpMint = deployment.rasolMaxMint;
  return {
    async read(ports) {
      const { pool, epoch, measuredAt, read } = await readSettledPool(ports, deployment, [vault, lpMint]);
      const priced = decodePricedVault(read, { vault, lpMint });
      if (priced === undefined) throw new NotSettled('no vault there');
      const worth = netAssetValue(priced.state, priced.now);
      if (!worth.ok || worth.asset === 0n) throw new NotSettled('the vault has no price');
      return {
        epoch,
        measuredAt,
        assetPerReceipt: printQuotient(worth.asset, worth.lp),
        worthPerReceipt: printQuotient(worth.asset * pool.totalLamports, worth.lp * pool.poolTokenSupply),
      };
    },
  };
}
