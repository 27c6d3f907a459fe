import { BUILDERS } from './builders/index.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { count, median, printAim, printTable } from './report.ts';

const ROUNDS = 7;
const WARM_UP_MILLISECONDS = 2_000;
const ROUND_MILLISECONDS = 1_000;
/** How many times as many builds as the fastest other way. */
const AIM = 10;

/** Compares ways of building a native stake, each in a process of its own, turn by turn on one core. */
export async function compareBuilds(): Promise<void> {
  const workers: { title: string; worker: PinnedProcess; perSecond: number[] }[] = [];
  for (const name of Object.keys(BUILDERS)) {
    const worker = await startPinned('build-worker.ts', 0, [name]);
    await worker.ask({ milliseconds: WARM_UP_MILLISECONDS });
    workers.push({ title: String(worker.ready), worker, perSecond: [] });
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { worker, perSecond } of workers) {
      perSecond.push(Number(await worker.ask({ milliseconds: ROUND_MILLISECONDS })));
    }
  }
  const results = workers.map(({ title, worker, perSecond }) => {
    worker.stop();
    return { title, perSecond: median(perSecond) };
  });
  const [ours, ...others] = results.map(({ perSecond }) => perSecond);
  printTable(
    ['Native stake, in process, one core', 'builds/s', 'µs'],
    results.map(({ title, perSecond }) => [title, count(perSecond), count(1e6 / perSecond)]),
  );
  printAim('times the fastest other', (ours ?? 0) / Math.max(...others), AIM);
}
