import { BUILDERS } from './builders/index.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { count, median, printAim, printTable } from './report.ts';

const ROUNDS = 28;
const WARM_UP_MILLISECONDS = 2_000;
/** Short, so that a noisy moment falls on all of them. */
const ROUND_MILLISECONDS = 250;
/** How many times as many builds as the fastest other way. */
const AIM = 10;

/** Builds per second of one round, and per second of CPU time. */
type Rate = { readonly wall: number; readonly cpu: number };

/** Compares ways of building a native stake, each in a process of its own, turn by turn on one core. */
export async function compareBuilds(): Promise<void> {
  const workers: { title: string; worker: PinnedProcess; rates: Rate[] }[] = [];
  for (const name of Object.keys(BUILDERS)) {
    const worker = await startPinned('build-worker.ts', 0, [name]);
    await worker.ask({ milliseconds: WARM_UP_MILLISECONDS });
    workers.push({ title: String(worker.ready), worker, rates: [] });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { worker, rates } of workers) {
      rates.push((await worker.ask({ milliseconds: ROUND_MILLISECONDS })) as Rate);
    }
  }
  for (const { worker } of workers) worker.stop();
  printTable(
    ['Native stake, in process, one core', 'builds/s', 'µs', 'µs of CPU'],
    workers.map(({ title, rates }) => {
      const [wall, cpu] = [median(rates.map((rate) => rate.wall)), median(rates.map((rate) => rate.cpu))];
      return [title, count(wall), count(1e6 / wall), count(1e6 / cpu)];
    }),
  );
  printAim('times the fastest other, by the clock', getRatio(workers, 'wall'), AIM);
  printAim('times the fastest other, by CPU time', getRatio(workers, 'cpu'), AIM);
}

/** The median over the rounds of how many times as fast as the fastest other the first is. */
function getRatio(workers: readonly { readonly rates: readonly Rate[] }[], by: keyof Rate): number {
  const [ours, ...others] = workers.map(({ rates }) => rates.map((rate) => rate[by]));
  const ratios = (ours ?? []).map(
    (rate, round) => rate / Math.max(...others.map((each) => each[round] ?? 0)),
  );
  return median(ratios);
}
