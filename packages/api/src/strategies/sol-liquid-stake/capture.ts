import type { Deployment } from '@staking-agent/chain/deployment';
import { type CaptureSource, printQuotient } from '../../yields/receipt-value.ts';
import { readSettledPool } from '../../yields/settled-pool.ts';

/** Captures what a raSOL is worth in SOL, once the pool has been updated in the epoch. */
export function captureLiquid(deployment: Pick<Deployment, 'stakePool' | 'rasolMint'>): CaptureSource {
  return {
    async read(ports) {
      const { pool, epoch, measuredAt } = await readSettledPool(ports, deployment);
      const worth = printQuotient(pool.totalLamports, pool.poolTokenSupply);
      return { epoch, measuredAt, assetPerReceipt: worth, worthPerReceipt: worth };
    },
  };
}
