import { type Clock, inNextTurn } from '../../background/clock.ts';
import { StoreFault } from '../store-fault.ts';

/** Statements at work at once, the slow ones counted: each has a connection. */
const SLOTS = 4;
/** A statement that takes longer holds up nobody: what waits goes without it. */
const SLOW_MILLISECONDS = 50;
/** What a call waits for a slot, as for a connection. */
const WAIT_MILLISECONDS = 500;
/** Calls of one statement. */
const MOST = 256;

type Call<Item, Result> = {
  readonly item: Item;
  readonly since: number;
  readonly done: PromiseWithResolvers<Result>;
};

/**
 * Batches calls into statements: the calls of one turn of the event loop share a statement, and those that come during a
 * statement share the next one. All calls of a statement share one wait for the disk.
 *
 * @param runMany - runs one statement; its results are in the order of the items.
 * @param runOne - runs a call by itself: where a statement was refused because of one row, the others do not pay for it.
 * @returns a call; it fails with `StoreFault` when there is no slot for half a second, or as `runMany` does.
 */
export function gatherCalls<Item, Result>(
  clock: Clock,
  runMany: (items: readonly Item[]) => Promise<readonly Result[]>,
  runOne: (item: Item) => Promise<Result>,
): (item: Item) => Promise<Result> {
  let queue: Call<Item, Result>[] = [];
  let isDue = false;
  let atWork = 0;
  let holding: object | undefined;
  let isWaitTimed = false;

  const schedule = () => {
    if (isDue || holding !== undefined || queue.length === 0) return;
    if (atWork === SLOTS) {
      if (!isWaitTimed) clock.after(WAIT_MILLISECONDS, refuseLate);
      isWaitTimed = true;
      return;
    }
    isDue = true;
    inNextTurn(() => void flush());
  };
  const flush = async () => {
    isDue = false;
    const calls = queue.splice(0, MOST);
    const me = {};
    holding = me;
    atWork += 1;
    const letGo = () => {
      if (holding === me) holding = undefined;
      schedule();
    };
    const slow = clock.after(SLOW_MILLISECONDS, letGo);
    await settle(calls, runMany, runOne);
    slow.cancel();
    atWork -= 1;
    letGo();
  };
  const refuseLate = () => {
    isWaitTimed = false;
    const isLate = ({ since }: Call<Item, Result>) => clock.elapsed() - since >= WAIT_MILLISECONDS;
    const late = queue.filter(isLate);
    queue = queue.filter((call) => !isLate(call));
    for (const { done } of late) done.reject(new StoreFault('LATE', undefined));
    schedule();
  };
  return (item) => {
    const done = Promise.withResolvers<Result>();
    queue.push({ item, since: clock.elapsed(), done });
    schedule();
    return done.promise;
  };
}

async function settle<Item, Result>(
  calls: readonly Call<Item, Result>[],
  runMany: (items: readonly Item[]) => Promise<readonly Result[]>,
  runOne: (item: Item) => Promise<Result>,
): Promise<void> {
  try {
    const results = await runMany(calls.map(({ item }) => item));
    // Whose are missing nobody knows, and the statement has been done: none of them is done again.
    if (results.length !== calls.length) throw new StoreFault('RESULTS_MISSING', undefined);
    for (const [at, result] of results.entries()) calls[at]?.done.resolve(result);
  } catch (error) {
    if (calls.length === 1 || !isOfOneRow(error)) {
      for (const { done } of calls) done.reject(error);
      return;
    }
    for (const { item, done } of calls) runOne(item).then(done.resolve, done.reject);
  }
}

/** Locks and deadlocks, and what is no fault of the store: the server has undone the statement and is there. */
const OF_ONE_ROW: ReadonlySet<string> = new Set(['55P03', '40P01']);

function isOfOneRow(error: unknown): boolean {
  return !(error instanceof StoreFault) || OF_ONE_ROW.has(error.code);
}
