import type { Spent } from './cpu-profile.ts';
import type { LoadResult } from './load.ts';
import { startPinned } from './pinned-process.ts';
import { count, printTable } from './report.ts';
import { withProduct } from './with-product.ts';

const WARM_UP_SECONDS = 8;
const SECONDS = 5;
const LEAST_SHARE = 0.004;

// Where the time of one request goes, by file and native function, callees left out.
await withProduct(async (product) => {
  const generator = await startPinned('load.ts', 1);
  const load = (seconds: number) => generator.ask({ url: product.ready, seconds }) as Promise<LoadResult>;
  const { perSecond } = await load(WARM_UP_SECONDS);
  const [spent] = await Promise.all([
    product.ask({ profileSeconds: SECONDS - 1 }) as Promise<readonly Spent[]>,
    load(SECONDS),
  ]);
  const microseconds = 1e6 / perSecond;
  printTable(
    [`One of ${count(perSecond)} requests a second, ${count(microseconds)} µs`, '%', 'µs'],
    spent
      .filter(({ share }) => share >= LEAST_SHARE)
      .map(({ place, share }) => [place, (share * 100).toFixed(1), (share * microseconds).toFixed(1)]),
  );
  generator.stop();
});
process.exit(0);
