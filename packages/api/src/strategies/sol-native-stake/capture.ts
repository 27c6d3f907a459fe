import { LIVE_BUDGET } from '../../yields/figure-source.ts';
import { findPercentOfFraction } from '../../yields/percent.ts';
import { type CaptureSource, NotSettled } from '../../yields/receipt-value.ts';

/** The running epoch, the one before it, and one more where that one has no value yet. */
const EPOCHS = 3;
const PAUSE_MILLISECONDS = 600_000;

/**
 * Captures the validator's yield in the newest finished epoch from its source: no receipt shows it, and the source deletes
 * old epochs.
 */
export function captureNative(voteAccount: string): CaptureSource {
  return {
    pause: PAUSE_MILLISECONDS,
    async read({ ledger, validatorApy }) {
      const epochs = await validatorApy.yields(voteAccount, EPOCHS, LIVE_BUDGET);
      const newest = epochs.find(({ endedAt, apy }) => endedAt !== null && findPercentOfFraction(apy));
      const apy = findPercentOfFraction(newest?.apy);
      if (newest === undefined || newest.endedAt === null || apy === undefined) {
        throw new NotSettled('no yield of an epoch that has ended');
      }
      const { epoch: current } = await ledger.read('getEpochInfo', [{ commitment: 'finalized' }]);
      // What a source says of an epoch that the ledger has not ended is no record.
      if (newest.epoch >= Number(current)) throw new NotSettled('the epoch has not ended');
      const measuredAt = Date.parse(newest.endedAt);
      return { epoch: newest.epoch + 1, measuredAt, assetPerReceipt: '1', worthPerReceipt: '1', apy };
    },
  };
}
