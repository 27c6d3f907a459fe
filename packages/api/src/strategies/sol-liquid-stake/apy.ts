import { readCapturedLoss } from '../../yields/captured-loss.ts';
import { type ApySource, HISTORY_BUDGET, HISTORY_EPOCHS, LIVE_BUDGET } from '../../yields/figure-source.ts';
import { createHistory } from '../../yields/history-source.ts';
import { findPercentOfFraction, requirePercent } from '../../yields/percent.ts';

/** APY of raSOL as the router computes it, by epoch. */
export function createLiquidApy(rasolMint: string): ApySource {
  return {
    async live(ports) {
      const [newest] = await ports.lst.yields(rasolMint, 1, LIVE_BUDGET);
      if ((newest?.apy ?? 0) < 0) return await readCapturedLoss('sol-liquid-stake', ports);
      return requirePercent(findPercentOfFraction(newest?.apy));
    },
    history: createHistory(
      'sol-liquid-stake',
      async ({ lst }) => {
        const epochs = await lst.yields(rasolMint, HISTORY_EPOCHS, HISTORY_BUDGET);
        return epochs
          .toReversed()
          .map(({ endedAt, apy }) => ({ at: endedAt, percent: findPercentOfFraction(apy) }));
      },
      HISTORY_EPOCHS,
    ),
  };
}
