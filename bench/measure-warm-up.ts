import type { LoadResult } from './load.ts';
import { startPinned } from './pinned-process.ts';
import { readCpu } from './read-cpu.ts';
import { count, countSpread, printTable } from './report.ts';
import { spreadOf } from './spread.ts';
import { withProduct } from './with-product.ts';

const ROUNDS = 5;
const FIRST_SECONDS = 1;
/** Seconds of load before the one that counts. */
const WARM_UPS: Readonly<Record<string, number>> = {
  'no warm-up': 0,
  'half a second before': 0.5,
  'long after': 6,
};

type Measured = {
  readonly cpu: number;
  readonly warmUp: number;
  readonly perSecond: number;
  readonly p99: number;
};

// What requests cost in the first second of a service: `node bench/measure-warm-up.ts`.
const measured = new Map<string, Measured[]>(Object.keys(WARM_UPS).map((title) => [title, []]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [title, seconds] of Object.entries(WARM_UPS)) {
    const generator = await startPinned('load.ts', 1);
    await withProduct(async ({ ready, pid }) => {
      const load = async (seconds: number) => {
        const before = readCpu([pid]);
        const result = (await generator.ask({ url: String(ready), seconds })) as LoadResult;
        return { ...result, cpu: readCpu([pid]) - before };
      };
      const warmUp = seconds === 0 ? 0 : (await load(seconds)).cpu;
      const { cpu, answers, perSecond, p99 } = await load(FIRST_SECONDS);
      measured.get(title)?.push({ cpu: cpu / answers, warmUp, perSecond, p99 });
    });
    generator.stop();
  }
}
printTable(
  ['`POST /stake` in a second', 'req/s', 'µs of CPU', 'p99 ms', 'ms of CPU before'],
  [...measured].map(([title, rounds]) => {
    const pick = (field: keyof Measured) => spreadOf(rounds.map((each) => each[field]));
    return [
      title,
      countSpread(pick('perSecond')),
      countSpread(pick('cpu')),
      countSpread(pick('p99')),
      count(pick('warmUp').middle / 1_000),
    ];
  }),
);
process.exit(0);
