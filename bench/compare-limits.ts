import type { LoadResult } from './load.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { readCpuMilliseconds } from './read-cpu-milliseconds.ts';
import { median, print, printTable } from './report.ts';
import { withProduct } from './with-product.ts';

const WARM_UP_SECONDS = 6;
const ROUNDS = 12;
const ROUND_SECONDS = 2;
/** Limits per caller cost at most this share of a request. */
const AIM = 0.05;
/** What one address cannot use up here. */
const GENEROUS = 'reads=900000000,builds=900000000,keyed=900000000,broadcasts=900000000';

/**
 * Compares the CPU time of a request without limits per caller, and with limits that the caller stays within.
 *
 * Rounds are in turn, first one and then the other first, and the ratio is the median of the rounds' ratios.
 */
export async function compareLimits(): Promise<void> {
  await withProduct((free) => withProduct((limited) => compare(free, limited), { rateLimits: GENEROUS }));
}

async function compare(free: PinnedProcess, limited: PinnedProcess): Promise<void> {
  const generator = await startPinned('load.ts', 1);
  // Microseconds of CPU for one answer.
  const measure = async ({ ready, pid }: PinnedProcess, seconds: number) => {
    const before = readCpuMilliseconds(pid);
    const { answers } = (await generator.ask({ url: ready, seconds })) as LoadResult;
    return ((readCpuMilliseconds(pid) - before) * 1_000) / answers;
  };
  for (const product of [free, limited]) await measure(product, WARM_UP_SECONDS);
  const rounds: { readonly off: number; readonly on: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = round % 2 === 0 ? free : limited;
    const one = await measure(first, ROUND_SECONDS);
    const other = await measure(first === free ? limited : free, ROUND_SECONDS);
    rounds.push(first === free ? { off: one, on: other } : { off: other, on: one });
  }
  generator.stop();
  const figures = (key: 'off' | 'on') => {
    const all = rounds.map((round) => round[key]);
    return [median(all), Math.min(...all), Math.max(...all)].map((each) => each.toFixed(1));
  };
  printTable(
    ['POST /stake over HTTP, µs of CPU for one answer', 'median', 'least', 'most'],
    [
      ['no limits per caller', ...figures('off')],
      ['limits, and a caller within them', ...figures('on')],
    ],
  );
  const cost = median(rounds.map(({ off, on }) => on / off)) - 1;
  print(
    `limits cost ${(cost * 100).toFixed(1)} % (aim at most ${AIM * 100} %) ${cost <= AIM ? 'met' : 'NOT MET'}`,
  );
}

// By itself: `node bench/compare-limits.ts`.
if (process.argv[1] === import.meta.filename) {
  await compareLimits();
  process.exit(0);
}
