import { BUILDERS } from './builders/index.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { countSpread, printSection } from './report.ts';
import type { Section } from './section.ts';
import { type Spread, spreadOf } from './spread.ts';

const ROUNDS = 28;
const WARM_UP_MILLISECONDS = 2_000;
/** Short, so that a noisy moment falls on all of them. */
const ROUND_MILLISECONDS = 250;
/** How many times as many builds as the fastest other way. */
const LEAST = 10;

/** Builds per second of one round, and per second of CPU time. */
type Rate = { readonly wall: number; readonly cpu: number };

/** Compares ways of building a native stake, each in a process of its own, turn by turn on one core. */
export async function compareBuilds(rounds: number = ROUNDS): Promise<readonly Section[]> {
  const workers: { title: string; worker: PinnedProcess; rates: Rate[] }[] = [];
  for (const name of Object.keys(BUILDERS)) {
    const worker = await startPinned('build-worker.ts', 0, [name]);
    await worker.ask({ milliseconds: WARM_UP_MILLISECONDS });
    workers.push({ title: String(worker.ready), worker, rates: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { worker, rates } of workers) {
      rates.push((await worker.ask({ milliseconds: ROUND_MILLISECONDS })) as Rate);
    }
  }
  for (const { worker } of workers) worker.stop();
  return [toSection(workers)];
}

type Contender = { readonly title: string; readonly rates: readonly Rate[] };

function toSection(contenders: readonly Contender[]): Section {
  return {
    id: 'native',
    headings: ['Native stake, in process, one core', 'builds/s', 'µs', 'µs of CPU'],
    rows: contenders.map(({ title, rates }) => {
      const each = (by: keyof Rate) => spreadOf(rates.map((rate) => 1e6 / rate[by]));
      return [
        title,
        countSpread(spreadOf(rates.map(({ wall }) => wall))),
        countSpread(each('wall')),
        countSpread(each('cpu')),
      ];
    }),
    figures: [
      {
        name: 'native build, times the fastest other, by the clock',
        spread: getRatio(contenders, 'wall'),
        aim: { least: LEAST },
        isGain: true,
      },
      {
        name: 'native build, times the fastest other, by CPU time',
        spread: getRatio(contenders, 'cpu'),
        aim: { least: LEAST },
        isGain: true,
      },
    ],
  };
}

/** Round by round, how many times as fast as the fastest other the first is. */
function getRatio(contenders: readonly Contender[], by: keyof Rate): Spread {
  const [ours, ...others] = contenders.map(({ rates }) => rates.map((rate) => rate[by]));
  return spreadOf(
    (ours ?? []).map((rate, round) => rate / Math.max(...others.map((each) => each[round] ?? 0))),
  );
}

// By itself: `node bench/compare-builds.ts`.
if (process.argv[1] === import.meta.filename) {
  for (const section of await compareBuilds()) printSection(section);
  process.exit(0);
}
