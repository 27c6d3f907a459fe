import type { Clock, Timer } from './clock.ts';

/** The work of a loop and its times, in milliseconds. */
export type LoopOptions = {
  readonly clock: Clock;
  /** One turn. The next one begins a pause after it has ended. */
  readonly work: () => Promise<void>;
  readonly pause: number | (() => number);
  /** Pause after a turn that failed; `pause` unless given. */
  readonly pauseAfterFault?: number | (() => number);
  /** Pause before the first turn, which begins at once unless given. */
  readonly firstPause?: number;
  /** Called with the error of each turn that failed. */
  readonly onFault: (fault: unknown) => void;
};

/** Starts work that is done again and again in the background; it does not keep the process alive. */
export function startLoop(options: LoopOptions) {
  const { clock, work, pause, pauseAfterFault = pause, firstPause, onFault } = options;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  let timer: Timer | undefined;

  const beginAfter = (milliseconds: number) => {
    timer = clock.after(milliseconds, begin, { isBackground: true });
  };
  const turn = async () => {
    let next = pause;
    try {
      await work();
    } catch (fault) {
      next = pauseAfterFault;
      onFault(fault);
    }
    if (!isStopped) beginAfter(typeof next === 'number' ? next : next());
  };
  const begin = () => {
    timer = undefined;
    running = turn();
  };
  if (firstPause === undefined) begin();
  else beginAfter(firstPause);

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
