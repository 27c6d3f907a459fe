import { currentCaller } from './caller-context.ts';

/** Queues by name: of each name one piece of work at a time, in turn by callers and not by requests. */
export type FairQueues = {
  /** Runs work when its name's turn comes; at once if no other work holds the turn. */
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
};

/**
 * Creates queues, none of which stays when it is empty.
 *
 * @param getCaller - returns the caller of a request; the caller in context unless given.
 */
export function createFairQueues(getCaller: () => string | undefined = currentCaller): FairQueues {
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
    async take(name, work) {
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
