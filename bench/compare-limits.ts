import type { LoadResult } from './load.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { median, print, printTable } from './report.ts';
import { withProduct } from './with-product.ts';

const WARM_UP_SECONDS = 3;
const ROUNDS = 100;
const ROUND_SECONDS = 0.5;
/** Limits per caller cost at most this share of a request. */
const AIM = 0.05;

/** The control is a second service without limits: what it seems to cost is noise. */
const KINDS = ['off', 'control', 'on'] as const;
type Kind = (typeof KINDS)[number];
type Round = Readonly<Record<Kind, number>>;

/**
 * Compares the CPU time of a request without limits per caller, and with limits that the caller stays within.
 *
 * Each round measures all kinds, in another order than the one before; a cost is the median of the rounds' ratios to both
 * services without limits, within the bounds that hold it in 95 of 100 cases whatever the distribution (order statistics, by the sign test).
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
  for (const kind of [...KINDS, ...KINDS]) await measure(kind, WARM_UP_SECONDS);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const measured: Record<Kind, number> = { off: 0, control: 0, on: 0 };
    for (const i of KINDS.keys()) {
      const kind = KINDS[(i + round) % KINDS.length] ?? 'off';
      measured[kind] = await measure(kind, ROUND_SECONDS);
    }
    rounds.push(measured);
  }
  generator.stop();
  report(rounds);
}

function report(rounds: readonly Round[]): void {
  const row = (name: string, kind: Kind) => {
    const { middle, low, high } = bound(rounds.map((round) => round[kind] / getBase(round)));
    const cost = [middle, low, high].map((ratio) => `${((ratio - 1) * 100).toFixed(1)} %`);
    return [name, median(rounds.map((round) => round[kind])).toFixed(1), ...cost];
  };
  printTable(
    ['`POST /stake` over HTTP', 'µs of CPU, median', 'cost', 'from', 'to'],
    [
      row('no limits per caller', 'off'),
      row('no limits, once more', 'control'),
      row('limits, and a caller within them', 'on'),
    ],
  );
  const { low, high } = bound(rounds.map((round) => round.on / getBase(round)));
  const verdict = high - 1 <= AIM ? 'met' : low - 1 > AIM ? 'NOT MET' : 'not settled by this run';
  print(`limits cost at most ${((high - 1) * 100).toFixed(1)} % (aim ${AIM * 100} %): ${verdict}`);
}

const getBase = ({ off, control }: Round) => (off + control) / 2;

/** The median, and what it lies between with a confidence of 95 %. */
function bound(ratios: readonly number[]) {
  const sorted = ratios.toSorted((a, b) => a - b);
  const reach = 0.98 * Math.sqrt(sorted.length);
  const at = (place: number) =>
    sorted[Math.min(Math.max(Math.round(place), 0), sorted.length - 1)] ?? Number.NaN;
  return {
    middle: median(ratios),
    low: at(sorted.length / 2 - reach - 1),
    high: at(sorted.length / 2 + reach),
  };
}

// By itself: `node bench/compare-limits.ts`.
if (process.argv[1] === import.meta.filename) {
  await compareLimits();
  process.exit(0);
}
