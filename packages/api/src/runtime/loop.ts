import type { Clock, Timer } from './clock.ts';
import { currentCaller } from './context.ts';

/** Work that is done again and again in the background. */
type Loop = {
  /** Begins no further turn, and resolves when none is running. */
  stop(): Promise<void>;
  /** Begins the next turn at once, unless one is running. */
  hasten(): void;
};

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

/** Starts a loop; it does not keep the process alive. */
export function startLoop(options: LoopOptions): Loop {
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
    async stop() {
      isStopped = true;
      timer?.cancel();
      await running;
    },
    hasten() {
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

/**
 * Creates queues by name, none of which stays when it is empty: of each name one piece of work runs at a time, in turn by
 * callers and not by requests. `take` runs work at once if no other work of its name runs.
 *
 * @param getCaller - returns the caller of a request; the caller in context unless given.
 */
export function createFairQueues(getCaller: () => string | undefined = currentCaller) {
  /** By name, the waiting requests of each caller, in the order of turns: the caller that had the last turn comes last. */
  const queues = new Map<string, Map<string, (() => void)[]>>();
  const giveTurn = (name: string, queue: Map<string, (() => void)[]>) => {
    const [next] = queue;
    if (next === undefined) {
      queues.delete(name);
      return;
    }
    const [caller, [begin, ...others]] = next;
    queue.delete(caller);
    if (others.length > 0) queue.set(caller, others);
    begin?.();
  };
  return {
    async take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
      const queue = queues.get(name) ?? new Map<string, (() => void)[]>();
      if (queues.has(name)) {
        const turn = Promise.withResolvers<void>();
        const caller = getCaller() ?? '';
        queue.set(caller, [...(queue.get(caller) ?? []), turn.resolve]);
        await turn.promise;
      } else {
        queues.set(name, queue);
      }
      try {
        return await work();
      } finally {
        giveTurn(name, queue);
      }
    },
  };
}
