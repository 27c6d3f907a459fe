import type { AnswerOf } from '@staking-agent/sdk';
import { noteMoment, showsLastChange } from './clock.ts';
import { getSession } from './session.ts';

/** How often positions are read at the most, and how many milliseconds apart: the service gives them again for two seconds. */
const LOOKS = 10;
const LOOK_MILLISECONDS = 400;

/**
 * Reads what a wallet has, as it is after the last change by this page.
 *
 * @throws {StakingError} as the service refuses.
 */
export async function readPositions(wallet: string): Promise<AnswerOf<'listPositions'>> {
  const { client } = getSession();
  for (let look = 1; ; look += 1) {
    const answer = await client.listPositions({ wallet });
    noteMoment(answer.asOf);
    if (showsLastChange(answer.asOf) || look === LOOKS) return answer;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
  }
}
