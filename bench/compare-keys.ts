import { availableParallelism } from 'node:os';
import { startPostgres } from '../packages/test-postgres/src/index.ts';
import { compareServers, type Measured, type Pace, pick, pickSpread } from './compare-servers.ts';
import { type PinnedProcess, pin } from './pinned-process.ts';
import { count, countSpread, fixSpread, printSection } from './report.ts';
import type { Figure, Section } from './section.ts';
import { pairedRatios, spreadOf } from './spread.ts';
import { withProduct } from './with-product.ts';

const PACE: Pace = { warmUpSeconds: 5, rounds: 10, seconds: 1 };
/** A key costs at most a third. */
const LEAST_SHARE = 0.67;
const MOST_P99 = 20;

/** Compares POST /stake without a key, with a fresh one on each store, and with one that was answered before. */
export async function compareKeys(pace: Pace = PACE): Promise<readonly Section[]> {
  const postgres = await startPostgres({ isDurable: true });
  try {
    // On two cores it shares the load's; then CPU time tells more than requests do.
    pin(postgres.pid, availableParallelism() > 2 ? 2 : 1);
    const databaseUrl = await postgres.createDatabase();
    let sections: readonly Section[] = [];
    await withProduct((onSqlite) =>
      withProduct(
        async (onPostgres) => {
          sections = [toSection(await compare({ onSqlite, onPostgres, database: postgres.pid }, pace))];
        },
        { databaseUrl },
      ),
    );
    return sections;
  } finally {
    await postgres.close();
  }
}

type Servers = {
  readonly onSqlite: PinnedProcess;
  readonly onPostgres: PinnedProcess;
  readonly database: number;
};

function compare({ onSqlite, onPostgres, database }: Servers, pace: Pace): Promise<readonly Measured[]> {
  const contender = (title: string, { ready, pid }: PinnedProcess, keys: 'none' | 'fresh' | 'repeated') => ({
    title,
    url: String(ready),
    pids: [pid],
    // The database shares the core of a generator that would leave it none.
    load: { keys, maySleep: true },
    ...(pid === onPostgres.pid && { beside: database }),
  });
  return compareServers(
    [
      contender('no key, SQLite', onSqlite, 'none'),
      contender('a new key, SQLite', onSqlite, 'fresh'),
      contender('a key answered before, SQLite', onSqlite, 'repeated'),
      contender('no key, PostgreSQL', onPostgres, 'none'),
      contender('a new key, PostgreSQL', onPostgres, 'fresh'),
      contender('a key answered before, PostgreSQL', onPostgres, 'repeated'),
    ],
    pace,
  );
}

function toSection(measured: readonly Measured[]): Section {
  const [, onSqlite, , , onPostgres] = measured;
  const left = (store: string, none = measured[0], fresh = measured[0]): Figure[] => {
    if (none === undefined || fresh === undefined) return [];
    const name = (by: string) => `share left with a new key on ${store}, ${by}`;
    const requests = pairedRatios(pick(fresh, 'perSecond'), pick(none, 'perSecond'));
    const cpu = pairedRatios(pick(none, 'cpu'), pick(fresh, 'cpu'));
    return [
      { name: name('requests'), spread: spreadOf(requests), aim: { least: LEAST_SHARE }, isGain: true },
      { name: name('CPU time'), spread: spreadOf(cpu), aim: { least: LEAST_SHARE }, isGain: true },
    ];
  };
  return {
    id: 'keys',
    headings: [
      '`POST /stake` with `Idempotency-Key`, one core',
      'req/s',
      'µs of CPU',
      'of PostgreSQL',
      'p50 ms',
      'p99 ms',
    ],
    rows: measured.map((each) => {
      const besideCpu = pickSpread(each, 'besideCpu').middle;
      return [
        each.title,
        countSpread(pickSpread(each, 'perSecond')),
        countSpread(pickSpread(each, 'cpu')),
        besideCpu === 0 ? '' : count(besideCpu),
        pickSpread(each, 'p50').middle.toFixed(1),
        fixSpread(pickSpread(each, 'p99'), 1),
      ];
    }),
    figures: [
      ...left('SQLite', measured[0], onSqlite),
      ...left('PostgreSQL', measured[3], onPostgres),
      ...(onSqlite === undefined
        ? []
        : [
            {
              name: 'p99 of a new key on SQLite',
              spread: pickSpread(onSqlite, 'p99'),
              aim: { most: MOST_P99 },
              isGain: false,
              unit: 'ms',
            },
          ]),
    ],
  };
}

// By itself: `node bench/compare-keys.ts`.
if (process.argv[1] === import.meta.filename) {
  for (const section of await compareKeys()) printSection(section);
  process.exit(0);
}
