import { type ApySource, HISTORY_BUDGET, HISTORY_EPOCHS, LIVE_BUDGET } from '../../yields/figure-source.ts';
import { createHistory } from '../../yields/history-source.ts';
import { findPercentOfFraction, requirePercent } from '../../yields/percent.ts';

/** The running epoch has no yield, and the one before it may not have one yet. */
const LIVE_EPOCHS = 3;

/** APY of the operator's validator, after commission, by epoch. */
export function createNativeApy(voteAccount: string): ApySource {
  return {
    async live({ validatorApy }) {
      const epochs = await validatorApy.yields(voteAccount, LIVE_EPOCHS, LIVE_BUDGET);
      const newest = epochs.find(({ endedAt, apy }) => endedAt !== null && apy !== null);
      return requirePercent(findPercentOfFraction(newest?.apy));
    },
    history: createHistory(
      'sol-native-stake',
      async ({ validatorApy }) => {
        const epochs = await validatorApy.yields(voteAccount, HISTORY_EPOCHS, HISTORY_BUDGET);
        return epochs
          .toReversed()
          .flatMap(({ endedAt, apy }) =>
            endedAt === null ? [] : [{ at: endedAt, percent: findPercentOfFraction(apy) }],
          );
      },
      HISTORY_EPOCHS,
    ),
  };
}
