import { fromStoreFault } from '../../problems/from-fault.ts';
import type { ApySource, ReadExchangeRate } from '../../yields/figure-source.ts';
import { FigureUnavailable } from '../../yields/figure-unavailable.ts';

/** APY of the leveraged vault: the newest capture, and the ones before it whatever the range. */
export const leveragedApy: ApySource = {
  async live({ captures }) {
    const apy = (await captures.latest()).at(-1)?.apy;
    if (apy == null) throw new FigureUnavailable('no epoch captured');
    return apy;
  },
  async history(_range, { captures }) {
    const found = await captures.latest().catch((error: unknown) => {
      throw fromStoreFault(error, 'yields');
    });
    return found.flatMap(({ epochStartedAt, apy }) =>
      apy === null
        ? []
        : [{ date: new Date(epochStartedAt).toISOString().slice(0, 10), apy: Math.round(apy * 100) / 100 }],
    );
  },
};

/** raSOL per raSOL Max at the newest capture. */
export const leveragedExchangeRate: ReadExchangeRate = async ({ captures }) => {
  const newest = (await captures.latest()).at(-1);
  if (newest === undefined) throw new FigureUnavailable('no epoch captured');
  return Number(newest.assetPerReceipt);
};
