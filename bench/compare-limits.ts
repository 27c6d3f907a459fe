import type { LoadResult } from './load.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { median, print, printTable } from './report.ts';
import { withProduct } from './with-product.ts';

const WARM_UP_SECONDS = 5;
const ROUNDS = 24;
const ROUND_SECONDS = 1;
/** Limits per caller cost at most this share of a request. */
const AIM = 0.05;

type Kind = 'off' | 'on';

/**
 * Compares the CPU time of a request without limits per caller, and with limits that the caller stays within.
 *
 * Rounds are in turn, first one and then the other first, and the ratio is the median of the rounds' ratios.
 */
export async function compareLimits(): Promise<void> {
  await withProduct(compare, { script: 'servers/limited.ts' });
}

async function compare(product: PinnedProcess): Promise<void> {
  const generator = await startPinned('load.ts', 1);
  const urls = product.ready as Readonly<Record<Kind, string>>;
  const readCpu = async () => {
    const { user, system } = (await product.ask({})) as NodeJS.CpuUsage;
    return user + system;
  };
  // Microseconds of CPU for one answer.
  const measure = async (kind: Kind, seconds: number) => {
    const before = await readCpu();
    const { answers } = (await generator.ask({ url: urls[kind], seconds })) as LoadResult;
    return ((await readCpu()) - before) / answers;
  };
  for (const kind of ['off', 'on', 'off', 'on'] as const) await measure(kind, WARM_UP_SECONDS / 2);
  const rounds: Record<Kind, number>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const first = round % 2 === 0 ? 'off' : 'on';
    const second = first === 'off' ? 'on' : 'off';
    const one = await measure(first, ROUND_SECONDS);
    const other = await measure(second, ROUND_SECONDS);
    rounds.push(first === 'off' ? { off: one, on: other } : { off: other, on: one });
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
