import type { ExitOption, ExitOptionPath, ExitOptionsAnswer } from '@staking-agent/wire';
import { toQuantity } from '../runtime/to-quantity.ts';
import type { ClosedExit, ExitDraft } from '../strategies/exit-draft.ts';
import { YEAR_MILLISECONDS } from '../strategies/rewards.ts';

/** Prints exits side by side, and names the fastest and the one that pays most. */
export function printExits(
  ways: readonly (ExitDraft | ClosedExit)[],
  /** Until the next epoch, in milliseconds; undefined while that is not known. */
  left: number | undefined,
): Pick<ExitOptionsAnswer, 'options' | 'fastest' | 'cheapest'> {
  const open = ways.filter((way) => 'asset' in way);
  const ends = open.filter(({ asset }) => asset === 'SOL' || asset === 'USDC');
  const now = open.filter(({ availableAt }) => availableAt === null);
  return {
    options: ways.map((way) => ('asset' in way ? printOpen(way, open, left) : printClosed(way))),
    fastest: findBest(now.length > 0 ? now : open),
    cheapest: findBest(ends),
  };
}

/** What a way is expected to bring, with what stake earns until it is there. */
function getWorth({ expected, rewards = 0n }: ExitDraft): bigint {
  return expected + rewards;
}

/** Among exits to the same asset, the one that pays most; with several assets, the one with fewest steps. */
function findBest(ways: readonly ExitDraft[]): ExitOptionPath | null {
  const [first, ...others] = ways.toSorted((a, b) => a.transactions - b.transactions);
  if (first === undefined) return null;
  const same = others.filter(({ asset }) => asset === first.asset);
  return same.reduce((best, way) => (getWorth(way) > getWorth(best) ? way : best), first).path;
}

function printOpen(way: ExitDraft, all: readonly ExitDraft[], left: number | undefined): ExitOption {
  const { path, via, transactions, asset, expected, atLeast, costs, rewards, availableAt, next } = way;
  return {
    path,
    isAvailable: true,
    problem: null,
    via,
    transactions,
    receive: {
      expected: toQuantity(asset, expected),
      atLeast: atLeast === undefined ? null : toQuantity(asset, atLeast),
    },
    costs: [...costs],
    rewards: rewards === undefined ? null : toQuantity('SOL', rewards),
    availableAt,
    costOfHaste: availableAt === null ? priceHaste(way, all, left) : null,
    next: [...next],
  };
}

function priceHaste(
  way: ExitDraft,
  all: readonly ExitDraft[],
  left: number | undefined,
): ExitOption['costOfHaste'] {
  const slow = all.find(({ asset, availableAt }) => asset === way.asset && availableAt !== null);
  if (slow === undefined) return null;
  const more = getWorth(slow) - getWorth(way);
  const cost = more > 0n ? more : 0n;
  const isKnown = left !== undefined && left > 0 && way.expected > 0n;
  const share = Number(cost) / Number(way.expected);
  return {
    ...toQuantity(way.asset, cost),
    perYearPercent: isKnown ? ((share * YEAR_MILLISECONDS * 100) / left).toFixed(2) : null,
  };
}

function printClosed({ path, refusal }: ClosedExit): ExitOption {
  return {
    path,
    isAvailable: false,
    problem: { code: refusal.code, detail: refusal.message },
    via: null,
    transactions: 0,
    receive: null,
    costs: [],
    rewards: null,
    availableAt: null,
    costOfHaste: null,
    next: [],
  };
}
