import type { Deployment } from '@staking-agent/chain/deployment';
import { type CaptureSource, NotSettled, printQuotient } from '../../yields/receipt-value.ts';
import { readShares, SCALE } from './exchange-rate.ts';

/** Captures what a raUSDC is worth in USDC. Its value changes continuously, so the capture has the time of the reading. */
export function captureUsdc(deployment: Deployment): CaptureSource {
  return {
    async read(ports) {
      const { asset, lp, epoch, now } = await readShares(deployment, ports, 'finalized');
      if (asset === 0n) throw new NotSettled('the vault has no price');
      const worth = printQuotient(asset * SCALE, lp);
      const measuredAt = Number(now) * 1_000;
      return { epoch: Number(epoch), measuredAt, assetPerReceipt: worth, worthPerReceipt: worth };
    },
  };
}
