import { sleep } from '../../api/src/background/clock.ts';
import type { Purpose } from './built.ts';
import type { Judged } from './judge.ts';

const DAY = 24 * 60 * 60 * 1_000;
const LEEWAY = 60_000;
/** What an answer of a quiet service takes at the most. */
const PATIENCE = 12_000;
const PAUSE = 1_000;

/**
 * Asks for every build with a key again: a minute before the day of the oldest key ends the answer is the same, byte for
 * byte, and a minute after that of the newest one it is another.
 */
export async function replayKeys(judged: Pick<Judged, 'world' | 'testimony' | 'witness'>): Promise<void> {
  const { world, testimony, witness } = judged;
  const [kept = {}] = world.store.look(
    'select min(created_at) as oldest, max(created_at) as newest from idempotency_records where status = 200',
  );
  if (testimony.keyed.size === 0 || typeof kept['oldest'] !== 'number') return;
  world.scheduler.skip(kept['oldest'] + DAY - LEEWAY - world.clock.now());
  await askAll(judged, (key, printed, first) => {
    if (printed !== first) witness.onViolation(`${key} was answered differently within its day`);
  });
  world.scheduler.skip(Number(kept['newest']) + DAY + LEEWAY - world.clock.now());
  await askAll(judged, (key, printed, first) => {
    if (printed === undefined || printed === first) witness.onViolation(`${key} is not free after its day`);
  });
}

type Told = (key: string, printed: string | undefined, first: string) => void;

async function askAll(
  { world, testimony, witness }: Pick<Judged, 'world' | 'testimony' | 'witness'>,
  onAnswer: Told,
): Promise<void> {
  const { scheduler } = world;
  const open = new Set(testimony.keyed.keys());
  for (const [key, { purpose, printed }] of testimony.keyed) {
    void askAgain(purpose, key, { world, witness }).then((again) => {
      open.delete(key);
      onAnswer(key, again, printed);
    });
  }
  await scheduler.run(scheduler.now() + PATIENCE, () => open.size === 0);
  for (const key of open) witness.onViolation(`${key} was not answered`);
}

/** Asks once more where the process died meanwhile: an operator may still be deploying one replica after the other. */
async function askAgain(
  purpose: Purpose,
  key: string,
  { world: { replicas, dice, clock }, witness }: Pick<Judged, 'world' | 'witness'>,
): Promise<string | undefined> {
  for (;;) {
    const alive = replicas.filter(({ owner }) => owner.isAlive);
    try {
      if (alive.length > 0) return await dice.pick(alive).build(purpose, key);
    } catch (error) {
      if (error !== undefined) {
        witness.onProblem(error);
        return undefined;
      }
    }
    await sleep(clock, PAUSE);
  }
}
