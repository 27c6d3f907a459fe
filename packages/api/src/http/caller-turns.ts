import { inNextTurn } from '../runtime/clock.ts';

/** Starts requests in turn by caller, so that a caller who sends many at once delays only its own. */
export type CallerTurns = {
  /** Makes a call: at once for a caller of few requests, else after those that others sent meanwhile. */
  take(caller: string, begin: () => void): void;
};

/** Requests of one caller that begin before the service looks at what else has arrived. */
export const AT_ONCE = 8;
/** Requests of all who had to wait that begin then. */
const OF_WAITING = 64;

/**
 * Creates the turns of one process. A turn is one round of Node's event loop. The round handles everything that has arrived
 * before it reads more, so all other callers wait for the work that starts in a round.
 *
 * The number of connections bounds the queue: each has one request in progress.
 *
 * @param nextTurn - makes a call in the next turn; that of the event loop unless given.
 */
export function createCallerTurns(nextTurn: (call: () => void) => void = inNextTurn): CallerTurns {
  /** How many requests of each caller have begun in this turn. */
  const begun = new Map<string, number>();
  /** In the order of turns: the caller that had the last turn comes last. */
  const waiting = new Map<string, (() => void)[]>();
  let isScheduled = false;

  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    nextTurn(giveTurns);
  };
  const giveTurns = () => {
    isScheduled = false;
    begun.clear();
    let left = OF_WAITING;
    for (const [caller, queue] of [...waiting]) {
      if (left === 0) break;
      const first = queue.splice(0, Math.min(AT_ONCE, left));
      left -= first.length;
      begun.set(caller, first.length);
      waiting.delete(caller);
      if (queue.length > 0) waiting.set(caller, queue);
      for (const begin of first) begin();
    }
    // Also if nobody waits: requests that began in this turn do not count in a later one.
    if (begun.size > 0) schedule();
  };
  return {
    take(caller, begin) {
      schedule();
      const queue = waiting.get(caller);
      if (queue !== undefined) {
        queue.push(begin);
        return;
      }
      const count = begun.get(caller) ?? 0;
      if (count >= AT_ONCE) {
        waiting.set(caller, [begin]);
        return;
      }
      begun.set(caller, count + 1);
      begin();
    },
  };
}
