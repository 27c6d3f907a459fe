import { setTimeout as sleep } from 'node:timers/promises';

/** Far longer than anything takes on a busy machine. */
const LIMIT_MILLISECONDS = 30_000;
/** The pause grows by half each time: what takes a second is not worth twenty builds to find out. */
const PAUSE_MILLISECONDS = { first: 20, most: 250 };
const GROWTH = 1.5;

/**
 * Asks again and again until there is an answer.
 *
 * @param what - what is waited for, in words for the failure.
 * @param find - undefined or false as long as it is not there.
 * @throws {Error} when half a minute did not bring it.
 */
export async function until<Found>(
  what: string,
  find: () => Found | undefined | false | Promise<Found | undefined | false>,
): Promise<Found> {
  const end = performance.now() + LIMIT_MILLISECONDS;
  let pause = PAUSE_MILLISECONDS.first;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`In vain for ${LIMIT_MILLISECONDS} ms: ${what}`);
    await sleep(pause);
    pause = Math.min(pause * GROWTH, PAUSE_MILLISECONDS.most);
  }
}
