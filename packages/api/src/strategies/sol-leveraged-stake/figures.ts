import { FigureUnavailable } from '../../problems/figure-unavailable.ts';
import { fromStoreFault } from '../../problems/from-fault.ts';
import type { ApySource, FigurePorts, ReadExchangeRate } from '../../yields/figure-source.ts';
import { coversRange } from '../../yields/history.ts';

/** Captures that are given out, by the contract: about twelve. */
const CAPTURES_SHOWN = 12;

const latest = ({ captures }: FigurePorts, count: number) => captures.latest('sol-leveraged-stake', count);

/** APY of the leveraged vault: the newest capture, and the ones before it whatever the range. */
export const leveragedApy: ApySource = {
  async live(ports) {
    const apy = (await latest(ports, 1)).at(-1)?.apy;
    if (apy == null) throw new FigureUnavailable('no epoch captured');
    return apy;
  },
  async history(range, ports) {
    const found = await latest(ports, CAPTURES_SHOWN).catch((error: unknown) => {
      throw fromStoreFault(error, 'yields');
    });
    const points = found.flatMap(({ measuredAt, apy }) =>
      apy === null
        ? []
        : [{ date: new Date(measuredAt).toISOString().slice(0, 10), apy: Math.round(apy * 100) / 100 }],
    );
    const isComplete = found.length < CAPTURES_SHOWN || range !== 'All';
    return { points, isComplete: isComplete && coversRange(points, range, ports.clock.now()) };
  },
};

/** raSOL per raSOL Max at the newest capture. */
export const leveragedExchangeRate: ReadExchangeRate = async (ports) => {
  const newest = (await latest(ports, 1)).at(-1);
  if (newest === undefined) throw new FigureUnavailable('no epoch captured');
  return Number(newest.assetPerReceipt);
};
