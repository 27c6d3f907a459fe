import { startPostgres } from '../packages/test-postgres/src/index.ts';
import type { Spent } from './cpu-profile.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { readCpu } from './read-cpu.ts';
import { count, printTable } from './report.ts';
import { withProduct } from './with-product.ts';

const WARM_UP_SECONDS = 8;
const SECONDS = 5;
const LEAST_SHARE = 0.004;

/**
 * Shows where the CPU time of one request goes, by file and native function, callees left out.
 *
 * @param keys - of the load, as of `load.ts`.
 */
async function profile(product: PinnedProcess, keys: LoadOrder['keys']): Promise<void> {
  const generator = await startPinned('load.ts', 1);
  const load = (seconds: number) =>
    generator.ask({ url: product.ready, seconds, keys, maySleep: keys !== 'none' }) as Promise<LoadResult>;
  await load(WARM_UP_SECONDS);
  const before = readCpu([product.pid]);
  const { answers } = await load(SECONDS);
  const microseconds = (readCpu([product.pid]) - before) / answers;
  const [spent] = await Promise.all([
    product.ask({ profileSeconds: SECONDS - 1 }) as Promise<readonly Spent[]>,
    load(SECONDS),
  ]);
  printTable(
    [`One request of ${count(microseconds)} µs of CPU, without the profiler`, '%', 'µs'],
    spent
      .filter(({ share }) => share >= LEAST_SHARE)
      .map(({ place, share }) => [place, (share * 100).toFixed(1), (share * microseconds).toFixed(1)]),
  );
  generator.stop();
}

// `node bench/profile.ts [none|fresh|repeated] [postgresql]`
const [, , keys = 'none', store] = process.argv;
const work = (product: PinnedProcess) => profile(product, keys as LoadOrder['keys']);
if (store === 'postgresql') {
  const postgres = await startPostgres({ isDurable: true });
  await withProduct(work, { databaseUrl: await postgres.createDatabase() });
  await postgres.close();
} else await withProduct(work);
process.exit(0);
