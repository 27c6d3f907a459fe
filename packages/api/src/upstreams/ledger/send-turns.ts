import { currentCaller } from '../../runtime/caller-context.ts';
import { type Clock, sleep } from '../../runtime/clock.ts';
import type { CallPace } from './call-pace.ts';

/** Lets first sends to one node go as its pace allows, in turn by callers. */
export type SendTurns = {
  /**
   * Waits for a turn, and counts the call.
   *
   * @param reserve - share of the pace that must be left for others.
   * @returns false when none came within `milliseconds`.
   */
  take(reserve: number, milliseconds: number): Promise<boolean>;
};

type Waiter = { readonly until: number; readonly tell: (hasTurn: boolean) => void };

const PAUSE_MILLISECONDS = 50;

/** Creates the turns of one node: waiting callers are served round-robin. */
export function createSendTurns(pace: Pick<CallPace, 'trySpend'>, clock: Clock): SendTurns {
  // In the order of turns: whoever has just had one is last.
  const waiting = new Map<string, Waiter[]>();
  let isGiving = false;

  const dropLate = (): void => {
    const now = clock.elapsed();
    for (const [caller, queue] of waiting) {
      // They wait equally long, so those who came first are late first.
      while (queue[0] !== undefined && queue[0].until <= now) queue.shift()?.tell(false);
      if (queue.length === 0) waiting.delete(caller);
    }
  };
  const giveAll = (reserve: number): void => {
    for (;;) {
      const [first] = waiting;
      if (first === undefined || !pace.trySpend(reserve)) return;
      const [caller, queue] = first;
      queue.shift()?.tell(true);
      waiting.delete(caller);
      if (queue.length > 0) waiting.set(caller, queue);
    }
  };
  const give = async (reserve: number): Promise<void> => {
    isGiving = true;
    while (waiting.size > 0) {
      await sleep(clock, PAUSE_MILLISECONDS);
      giveAll(reserve);
      dropLate();
    }
    isGiving = false;
  };
  return {
    async take(reserve, milliseconds) {
      if (waiting.size === 0 && pace.trySpend(reserve)) return true;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const caller = currentCaller() ?? '';
      const queue = waiting.get(caller) ?? [];
      queue.push({ until: clock.elapsed() + milliseconds, tell: resolve });
      waiting.set(caller, queue);
      if (!isGiving) void give(reserve);
      return await promise;
    },
  };
}
