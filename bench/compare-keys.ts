import { startPostgres } from '../packages/test-postgres/src/index.ts';
import type { LoadOrder, LoadResult } from './load.ts';
import { type PinnedProcess, startPinned } from './pinned-process.ts';
import { count, median, printAim, printTable } from './report.ts';
import { withProduct } from './with-product.ts';

const ROUNDS = 5;
const WARM_UP_SECONDS = 6;
const ROUND_SECONDS = 4;
/** A key costs at most a third. */
const AIM_OF_SQLITE = 0.67;

/** Compares POST /stake without a key, with a fresh one on each store, and with one that was answered before. */
export async function compareKeys(): Promise<void> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    const databaseUrl = await postgres.createDatabase();
    await withProduct((onSqlite) =>
      withProduct((onPostgres) => compare(onSqlite, onPostgres), { databaseUrl }),
    );
  } finally {
    await postgres.close();
  }
}

async function compare(onSqlite: PinnedProcess, onPostgres: PinnedProcess): Promise<void> {
  const generator = await startPinned('load.ts', 1);
  const contenders = [
    { title: 'no key', process: onSqlite, keys: 'none' },
    { title: 'a fresh key, SQLite', process: onSqlite, keys: 'fresh' },
    { title: 'a key answered before, SQLite', process: onSqlite, keys: 'repeated' },
    { title: 'a fresh key, PostgreSQL', process: onPostgres, keys: 'fresh' },
    { title: 'a key answered before, PostgreSQL', process: onPostgres, keys: 'repeated' },
  ].map((contender) => ({ ...contender, results: [] as LoadResult[] }));
  const load = async ({ process, keys }: { process: PinnedProcess; keys: string }, seconds: number) =>
    (await generator.ask({ url: process.ready, keys, seconds } as LoadOrder)) as LoadResult;

  for (const contender of contenders) await load(contender, WARM_UP_SECONDS);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const contender of contenders) contender.results.push(await load(contender, ROUND_SECONDS));
  }
  generator.stop();
  const rows = contenders.map(({ title, results }) => {
    const middle = (field: keyof LoadResult) => median(results.map((result) => result[field]));
    return { title, perSecond: middle('perSecond'), p50: middle('p50'), p99: middle('p99') };
  });
  printTable(
    ['POST /stake with Idempotency-Key, one core', 'req/s', 'µs', 'p50 ms', 'p99 ms'],
    rows.map(({ title, perSecond, p50, p99 }) => [
      title,
      count(perSecond),
      count(1e6 / perSecond),
      String(p50),
      String(p99),
    ]),
  );
  const [none = 0, fresh = 0] = rows.map(({ perSecond }) => perSecond);
  printAim('share left with a fresh key on SQLite', fresh / none, AIM_OF_SQLITE);
}
