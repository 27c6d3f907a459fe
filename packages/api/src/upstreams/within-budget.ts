import { setTimeout as sleep } from 'node:timers/promises';
import { UpstreamFault } from './http.ts';

/** Milliseconds one attempt may take, and all of them together. */
export type Budget = { readonly each: number; readonly total: number };

/**
 * Makes one attempt, and a second one where the first brought no answer and time is left. Only for calls that may
 * be repeated; what is refused or unreadable stays so.
 *
 * @param attempt - gets the milliseconds it may take.
 */
export async function withinBudget<T>(
  { each, total }: Budget,
  attempt: (milliseconds: number) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + total;
  try {
    return await attempt(each);
  } catch (fault) {
    if (!(fault instanceof UpstreamFault) || fault.kind === 'malformed') throw fault;
    const pause = 100 + Math.random() * 300;
    const left = Math.floor(Math.min(each, deadline - performance.now() - pause));
    // Known before the pause, which would only make the caller wait for the same fault.
    if (left < total / 10) throw fault;
    await sleep(pause);
    return attempt(left);
  }
}
