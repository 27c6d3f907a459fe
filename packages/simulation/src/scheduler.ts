import { setImmediate as breathe } from 'node:timers/promises';
import type { Clock } from '../../src/background/clock.ts';

/** Whose events they are: when it has died they never run, while it is frozen they wait; its wall clock may be ahead. */
export type Owner = { isAlive: boolean; frozenUntil: number; ahead: number };

type Event = { at: number; readonly order: number; readonly owner: Owner; run: (() => void) | undefined };

/** Virtual time: events in order, each after all that the one before set off. */
export type Scheduler = {
  readonly now: () => number;
  /** The clock of one owner. */
  createClock(owner: Owner): Clock;
  /** Runs until nothing is left, or the condition holds, or the time has come. */
  run(until: number, isOver: () => boolean): Promise<void>;
};

const EVENTS_PER_BREATH = 256;
const EPOCH = Date.parse('2026-11-01T00:00:00Z');

/** Makes a scheduler that starts at 0 ms. */
export function createScheduler(): Scheduler {
  const heap: Event[] = [];
  let now = 0;
  let order = 0;
  const isBefore = (a: Event, b: Event) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const push = (event: Event) => {
    let at = heap.push(event) - 1;
    for (let up = (at - 1) >> 1; at > 0 && isBefore(event, heap[up] as Event); up = (at - 1) >> 1) {
      heap[at] = heap[up] as Event;
      heap[up] = event;
      at = up;
    }
  };
  const pop = (): Event | undefined => {
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || first === last) return first;
    heap[0] = last;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const right = left + 1;
      if (left >= heap.length) return first;
      const isRight = right < heap.length && isBefore(heap[right] as Event, heap[left] as Event);
      const down = isRight ? right : left;
      if (!isBefore(heap[down] as Event, last)) return first;
      heap[at] = heap[down] as Event;
      heap[down] = last;
      at = down;
    }
  };
  return {
    now: () => now,
    createClock: (owner) => ({
      now: () => EPOCH + now + owner.ahead,
      elapsed: () => now,
      after(milliseconds, call) {
        const event: Event = { at: now + Math.max(0, milliseconds), order, owner, run: call };
        order += 1;
        push(event);
        return {
          cancel: () => {
            event.run = undefined;
          },
        };
      },
    }),
    async run(until, isOver) {
      await breathe();
      let count = 0;
      for (let event = pop(); event !== undefined && event.at <= until && !isOver(); event = pop()) {
        const { owner, run } = event;
        if (run === undefined || !owner.isAlive) continue;
        if (owner.frozenUntil > event.at) {
          event.at = owner.frozenUntil;
          push(event);
          continue;
        }
        now = event.at;
        run();
        count += 1;
        // Others in this process have sockets to read.
        await (count % EVENTS_PER_BREATH === 0 ? breathe() : settle());
      }
    },
  };
}

/** Resolves after everything that is resolved has set off what it sets off: Node runs a tick once no microtask is left. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}
