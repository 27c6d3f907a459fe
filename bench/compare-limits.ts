import type { LoadResult } from './load.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { fixSpread, printSection } from './report.ts';
import type { Section } from './section.ts';
import { spreadOf } from './spread.ts';
import { withProduct } from './with-product.ts';

const WARM_UP_SECONDS = 3;
const ROUNDS = 30;
const ROUND_SECONDS = 0.5;
/** Limits per caller cost at most so much of a request. */
const MOST_PERCENT = 5;

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
export async function compareLimits(rounds: number = ROUNDS): Promise<readonly Section[]> {
  let measured: readonly Round[] = [];
  const work = async (product: PinnedProcess) => {
    measured = await compare(product, rounds);
  };
  await withProduct(work, { script: 'servers/limited.ts' });
  return [toSection(measured)];
}

async function compare(product: PinnedProcess, count: number): Promise<readonly Round[]> {
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
  for (let round = 0; round < count; round += 1) {
    const measured: Record<Kind, number> = { off: 0, control: 0, on: 0 };
    for (const i of KINDS.keys()) {
      const kind = KINDS[(i + round) % KINDS.length] ?? 'off';
      measured[kind] = await measure(kind, ROUND_SECONDS);
    }
    rounds.push(measured);
  }
  generator.stop();
  return rounds;
}

function toSection(rounds: readonly Round[]): Section {
  const costs = (kind: Kind) => spreadOf(rounds.map((round) => (round[kind] / getBase(round) - 1) * 100));
  const row = (name: string, kind: Kind) => [
    name,
    fixSpread(spreadOf(rounds.map((round) => round[kind])), 1),
    `${fixSpread(costs(kind), 1)} %`,
  ];
  return {
    id: 'limits',
    headings: ['`POST /stake` over HTTP', 'µs of CPU', 'cost'],
    rows: [
      row('no limits per caller', 'off'),
      row('no limits, once more', 'control'),
      row('limits, and a caller within them', 'on'),
    ],
    figures: [
      {
        name: 'cost of limits per caller',
        spread: costs('on'),
        aim: { most: MOST_PERCENT },
        isGain: false,
        unit: '%',
      },
    ],
  };
}

const getBase = ({ off, control }: Round) => (off + control) / 2;

// By itself: `node bench/compare-limits.ts`.
if (process.argv[1] === import.meta.filename) {
  for (const section of await compareLimits()) printSection(section);
  process.exit(0);
}
