import { UpstreamFault } from '../problems/faults.ts';
import { type Clock, sleep } from '../runtime/clock.ts';
import { drawFraction, type Random } from '../runtime/random.ts';

/** Milliseconds one attempt may take, and all of them together. */
export type Budget = { readonly each: number; readonly total: number };

/**
 * Makes one attempt, and a second one if the first got no answer and time is left. Only for repeatable calls; refusals and
 * unreadable answers are not repeated.
 *
 * @param attempt - gets the milliseconds it may take.
 */
export async function withinBudget<T>(
  { each, total }: Budget,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  attempt: (milliseconds: number) => Promise<T>,
): Promise<T> {
  const deadline = clock.elapsed() + total;
  try {
    return await attempt(each);
  } catch (fault) {
    if (!(fault instanceof UpstreamFault) || fault.kind === 'malformed') throw fault;
    const pause = drawRetryPause(random);
    const left = Math.floor(Math.min(each, deadline - clock.elapsed() - pause));
    // Known before the pause, which would only make the caller wait for the same fault.
    if (left < total / 10) throw fault;
    await sleep(clock, pause);
    return attempt(left);
  }
}

/** Returns the milliseconds to wait before a retry, with jitter. */
export function drawRetryPause(random: Random): number {
  return 100 + drawFraction(random) * 300;
}
