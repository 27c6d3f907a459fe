import { setTimeout as sleep } from 'node:timers/promises';

/** A minute and a half on a quiet machine: soon after, the runner ends the test and knows less of it. */
const TRIES = 360;
/** The pause grows by half each time: what takes a second is not worth twenty builds to find out. */
const PAUSE_MILLISECONDS = { first: 20, most: 250 };
const GROWTH = 1.5;

/**
 * Asks again and again until there is an answer.
 *
 * @param what - what is waited for, in words for the failure.
 * @param find - undefined or false as long as it is not there.
 * @throws {Error} when hundreds of tries did not bring it; time alone says nothing, as this process may have stood still.
 */
export async function until<Found>(
  what: string,
  find: () => Found | undefined | false | Promise<Found | undefined | false>,
): Promise<Found> {
  let pause = PAUSE_MILLISECONDS.first;
  for (let tries = 1; ; tries += 1) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    if (tries === TRIES) throw new Error(`In vain, ${TRIES} times: ${what}`);
    await sleep(pause);
    pause = Math.min(pause * GROWTH, PAUSE_MILLISECONDS.most);
  }
}
