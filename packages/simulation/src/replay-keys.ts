import { sleep } from '../../api/src/runtime/clock.ts';
import type { Judged } from './judge.ts';
import type { KeyedRequest } from './witness.ts';

const DAY = 24 * 60 * 60 * 1_000;
const LEEWAY = 60_000;
/** Longer than any answer takes, also where the replica that was asked is deployed anew meanwhile. */
const PATIENCE = 120_000;
const PAUSE = 1_000;

/**
 * Asks for every build and broadcast with a key again: a minute before the day of the oldest key ends the answer is the
 * same, byte for byte, and a minute after that of the newest one a build is another.
 */
export async function replayKeys(judged: Pick<Judged, 'world' | 'testimony' | 'witness'>): Promise<void> {
  const { world, testimony, witness } = judged;
  const { store, scheduler, clock } = world;
  const [kept = {}] = store.look(
    'select min(created_at) as oldest, max(created_at) as newest from keys where status = 200',
  );
  if (testimony.keyed.size === 0 || typeof kept['oldest'] !== 'number') return;
  // The answer to a broadcast is given although it cannot be kept.
  const isKept = ({ keyHash }: KeyedRequest) =>
    keyHash === undefined ||
    store.look('select 1 from keys where key_hash = ? and status = 200', keyHash).length > 0;
  const lost = new Set([...testimony.keyed].filter(([, each]) => !isKept(each)).map(([key]) => key));
  scheduler.skip(kept['oldest'] + DAY - LEEWAY - clock.now());
  await askAll(judged, (key, again, { printed }) => {
    if (!lost.has(key) && again !== printed)
      witness.onViolation(`${key} was answered differently within its day`);
  });
  scheduler.skip(Number(kept['newest']) + DAY + LEEWAY - clock.now());
  await askAll(judged, (key, again, { printed, keyHash }) => {
    if (keyHash === undefined && (again === undefined || again === printed))
      witness.onViolation(`${key} is not free after its day`);
  });
}

type Answered = KeyedRequest & { readonly printed: string };
type Told = (key: string, again: string | undefined, first: Answered) => void;

async function askAll(
  { world, testimony, witness }: Pick<Judged, 'world' | 'testimony' | 'witness'>,
  onAnswer: Told,
): Promise<void> {
  const { scheduler } = world;
  const open = new Set(testimony.keyed.keys());
  for (const [key, first] of testimony.keyed) {
    void askAgain(first, { world, witness }).then((again) => {
      open.delete(key);
      onAnswer(key, again, first);
    });
  }
  await scheduler.run(scheduler.now() + PATIENCE, () => open.size === 0);
  for (const key of open) witness.onViolation(`${key} was not answered`);
}

/** Asks once more where the process died meanwhile: an operator may still be deploying one replica after the other. */
async function askAgain(
  { ask }: KeyedRequest,
  { world: { replicas, dice, clock }, witness }: Pick<Judged, 'world' | 'witness'>,
): Promise<string | undefined> {
  for (;;) {
    const alive = replicas.filter(({ owner }) => owner.isAlive);
    try {
      if (alive.length > 0) return await ask(dice.pick(alive));
    } catch (error) {
      if (error !== undefined) {
        witness.onProblem(error);
        return undefined;
      }
    }
    await sleep(clock, PAUSE);
  }
}
