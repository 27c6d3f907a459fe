import { sleep } from '../../api/src/runtime/clock.ts';
import type { Judged } from './judge.ts';

const DAY = 24 * 60 * 60 * 1_000;
/** Every replica looks for what is old once a minute. */
const ROUND = 65_000;

/** Tables that have no row a day after the last request. */
const EMPTY = ['builds', 'forms', 'keys'];
/** Entries that the maps of a quiet replica may have more than those of a new one: of which none grows with use. */
const MOST_ENTRIES = 16;

/** A day later nothing is left of what was asked for: no row that is not kept for good, and nothing in memory. */
export async function judgeDayAfter({ world, witness }: Pick<Judged, 'world' | 'witness'>): Promise<void> {
  const { scheduler, clock, store, replicas } = world;
  // What the looks at keys and limits have sent comes to its end first.
  await scheduler.run(scheduler.now() + ROUND, () => false);
  scheduler.skip(DAY + ROUND);
  let isOver = false;
  const look = async () => {
    await sleep(clock, ROUND);
    await Promise.all(replicas.map((replica) => replica.purge()));
    await sleep(clock, ROUND);
    isOver = true;
  };
  look().catch((error: unknown) => witness.onViolation(`nothing was deleted: ${String(error)}`));
  await scheduler.run(scheduler.now() + 3 * ROUND, () => isOver);
  for (const table of EMPTY) {
    const [{ count = 0 } = {}] = store.look(`select count(*) as count from ${table}`);
    if (Number(count) > 0) witness.onViolation(`${count} rows of ${table} are left a day after`);
  }
  for (const { number, countEntries, newEntries } of replicas) {
    const more = countEntries() - newEntries;
    if (more > MOST_ENTRIES) witness.onViolation(`the maps of replica ${number} have ${more} entries more`);
  }
}
