import type { AnswerOf } from '@staking-agent/sdk';
import { noteMoment, showsLastChange } from './clock.ts';
import { getSession } from './session.ts';

/** How often positions are read at the most, and how many milliseconds apart: the service gives them again for two seconds. */
const LOOKS = 10;
const LOOK_MILLISECONDS = 400;

type Positions = AnswerOf<'listPositions'>;

/**
 * Reads what a wallet has, as it is after the last change by this page.
 *
 * @param pages - how many pages of the answer, one after the other; fewer where it ends before.
 * @throws {StakingError} as the service refuses.
 */
export async function readPositions(wallet: string, pages = 1): Promise<Positions> {
  const { client } = getSession();
  let read = await readFirst(wallet);
  for (let page = 1; page < pages && read.nextCursor !== null; page += 1) {
    read = append(read, await client.listPositions({ wallet, cursor: read.nextCursor }));
  }
  return read;
}

/** Puts a further page behind what was read; what is missing of one is missing of all. */
function append(read: Positions, more: Positions): Positions {
  return {
    ...more,
    isComplete: read.isComplete && more.isComplete,
    missing: [...new Set([...read.missing, ...more.missing])],
    positions: [...read.positions, ...more.positions],
  };
}

async function readFirst(wallet: string): Promise<Positions> {
  const { client } = getSession();
  for (let look = 1; ; look += 1) {
    const answer = await client.listPositions({ wallet });
    noteMoment(answer.asOf);
    if (showsLastChange(answer.asOf) || look === LOOKS) return answer;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS));
  }
}
