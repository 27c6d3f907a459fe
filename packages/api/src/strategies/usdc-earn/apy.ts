import type { ApyWindow } from '../../upstreams/vault-api/vault-record-client.ts';
import { readCapturedLoss } from '../../yields/captured-loss.ts';
import { type ApySource, HISTORY_BUDGET, LIVE_BUDGET } from '../../yields/figure-source.ts';
import { createHistory } from '../../yields/history-source.ts';
import { findPercent, requirePercent } from '../../yields/percent.ts';

/** Where to look when the configured window has no usable value: a week says most about the present. */
const WINDOWS: readonly ApyWindow[] = ['sevenDays', 'thirtyDays', 'oneDay', 'allTime'];

/** APY of the USDC vault as its provider computes it, by day. */
export function createUsdcApy(vault: string): ApySource {
  return {
    async live(ports) {
      const { vaultRecords, usdcWindow } = ports;
      const { apy } = await vaultRecords.read(vault, LIVE_BUDGET);
      if ((apy[usdcWindow] ?? 0) < 0) return await readCapturedLoss('usdc-earn', ports);
      const candidates = [usdcWindow, ...WINDOWS].map((window) => findPercent(apy[window]));
      return requirePercent(candidates.find((percent) => percent !== undefined));
    },
    history: createHistory('usdc-earn', async ({ vaultRecords }) => {
      const { days } = await vaultRecords.read(vault, HISTORY_BUDGET);
      return days.map(({ date, apy }) => ({ at: date, percent: findPercent(apy) }));
    }),
  };
}
