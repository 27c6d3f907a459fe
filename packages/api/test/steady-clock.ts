import { type Clock, SYSTEM_CLOCK, type Timer } from '../src/runtime/clock.ts';

/** How often the time is taken while the event loop turns. */
const TICK_MILLISECONDS = 10;
/**
 * What passes at the most in a turn of the event loop, however often it is asked for. A call takes several: by a clock that
 * goes on while each of them waits for a processor, or for other files that run beside, it would be late on a busy machine.
 */
const MOST_MILLISECONDS = 2 * TICK_MILLISECONDS;
/** What is left of a wait when a timer of the machine is a little early. */
const EARLY_MILLISECONDS = 1;

let turnBegan = performance.now();
let elapsed = 0;
setInterval(() => {
  elapsed = look();
  turnBegan = performance.now();
}, TICK_MILLISECONDS).unref();

/**
 * The machine's time, but for what passes while this process is held up.
 *
 * A service under test meets its upstreams and its callers in the same process. When that stands still, all of them do, and
 * by the machine's time the service would give up on answers that nobody had a chance to write.
 */
export const STEADY_CLOCK: Clock = {
  now: SYSTEM_CLOCK.now,
  elapsed: look,
  after(milliseconds, call, options) {
    const due = look() + milliseconds;
    let timer: Timer;
    const wait = (left: number) => {
      timer = SYSTEM_CLOCK.after(left, callOrWait, options);
    };
    const callOrWait = () => {
      const left = due - look();
      if (left > EARLY_MILLISECONDS) wait(left);
      else call();
    };
    wait(milliseconds);
    return { cancel: () => timer.cancel() };
  },
};

/** What the wall clock would show if it had stood still with this process, milliseconds since the epoch. */
export function steadyNow(): number {
  return Math.floor(begun + look());
}

const begun = SYSTEM_CLOCK.now();

function look(): number {
  return elapsed + Math.min(performance.now() - turnBegan, MOST_MILLISECONDS);
}
