import type { Clock, Timer } from './clock.ts';

/** The work of a loop and its times, in milliseconds. */
export type LoopOptions = {
  readonly clock: Clock;
  /** One turn. The next one begins a pause after it has ended. */
  readonly work: () => Promise<void>;
  readonly pause: number | (() => number);
  /** Pause after a turn that failed; `pause` unless given. */
  readonly pauseAfterFault?: number | (() => number);
  /** Called with the error of each turn that failed. */
  readonly onFault: (fault: unknown) => void;
};

/** Starts work that is done at once, and again and again in the background; it does not keep the process alive. */
export function startLoop(options: LoopOptions) {
  const { clock, work, pause, pauseAfterFault = pause, onFault } = options;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: Timer | undefined;

  const turn = async () => {
    let next = pause;
    try {
      await work();
    } catch (fault) {
      next = pauseAfterFault;
      onFault(fault);
    }
    if (isStopped) return;
    timer = clock.after(typeof next === 'number' ? next : next(), begin, { isBackground: true });
  };
  const begin = () => {
    timer = undefined;
    running = turn();
  };
  begin();

  return {
    /** Begins no further turn, and resolves when none is running. */
    async stop(): Promise<void> {
      isStopped = true;
      timer?.cancel();
      await running;
    },
    /** Begins the next turn at once, unless one is running. */
    hasten(): void {
      if (isStopped || timer === undefined) return;
      timer.cancel();
      begin();
    },
  };
}

/** Creates a queue that runs work one after the other, in the order of requests. Failed work does not stop the queue. */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Works on all items, so many at a time, and returns the results in their order. */
export async function mapFew<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const take = async () => {
    for (const [i, item] of left) results[i] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, take));
  return results;
}
