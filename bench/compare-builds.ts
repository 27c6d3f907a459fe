import { BUILDERS } from './builders/index.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { count, median, medianRatio, type Section } from './report.ts';

const WARM_UP_MILLISECONDS = 2_000;
/** Short, so that a noisy moment falls on all of them. */
const ROUND_MILLISECONDS = 250;
/** How many times as many builds as the fastest other way. */
const LEAST = 7;

/** Builds per second of one round, and per second of CPU time. */
type Rate = { readonly wall: number; readonly cpu: number };
type Contender = { readonly title: string; readonly worker: PinnedProcess; readonly rates: Rate[] };

/** Compares ways of building a native stake, each in a process of its own, turn by turn on one core. */
export async function compareBuilds(rounds: number): Promise<readonly Section[]> {
  const contenders: Contender[] = [];
  for (const name of Object.keys(BUILDERS)) {
    const worker = await startPinned('build-worker.ts', 0, [name]);
    await worker.ask({ milliseconds: WARM_UP_MILLISECONDS });
    contenders.push({ title: String(worker.ready), worker, rates: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { worker, rates } of contenders)
      rates.push((await worker.ask({ milliseconds: ROUND_MILLISECONDS })) as Rate);
  }
  for (const { worker } of contenders) worker.stop();
  return [toSection(contenders)];
}

function toSection(contenders: readonly Contender[]): Section {
  const medians = contenders.map(({ title, rates }) => ({
    title,
    wall: median(rates.map(({ wall }) => wall)),
    cpu: median(rates.map(({ cpu }) => cpu)),
  }));
  const ratio = (by: keyof Rate): number => {
    const [ours = [], ...others] = contenders.map(({ rates }) => rates.map((rate) => rate[by]));
    const fastest = ours.map((_, round) => Math.max(...others.map((rates) => rates[round] ?? 0)));
    return medianRatio(ours, fastest);
  };
  return {
    id: 'native',
    headings: ['Native stake, in process, one core', 'builds/s', 'µs', 'µs of CPU'],
    rows: medians.map(({ title, wall, cpu }) => [title, count(wall), count(1e6 / wall), count(1e6 / cpu)]),
    ratios: [
      { name: 'native build, times the fastest other, by the clock', value: ratio('wall'), least: LEAST },
      { name: 'native build, times the fastest other, by CPU time', value: ratio('cpu'), least: LEAST },
    ],
  };
}
