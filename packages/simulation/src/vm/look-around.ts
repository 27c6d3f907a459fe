import { drawIntent } from './intents.ts';
import type { VmCallerParts } from './vm-caller.ts';
import { call, wait } from './vm-calls.ts';

/** Percent a year beyond which a source has lied: none of the strategies yields as much. */
const ABSURD = 100;
const PAUSE = { least: 400, most: 2_500 };

type Listed = { readonly key: string; readonly live: { readonly apy: number | null } };

/** Asks for builds that it never signs, and for figures, until a time; whatever is answered has to be true. */
export async function lookAround(until: number, parts: VmCallerParts): Promise<void> {
  const { world, dice, wallet } = parts;
  const { scheduler, testimony } = world;
  while (scheduler.now() < until) {
    await wait(dice.between(PAUSE.least, PAUSE.most), world);
    if (dice.chance(0.2)) {
      const reply = await call({ method: 'GET', path: '/strategies' }, world, dice);
      for (const { key, live } of (reply?.members['strategies'] ?? []) as readonly Listed[]) {
        if (live.apy !== null && (live.apy <= 0 || live.apy >= ABSURD))
          testimony.violate(`an APY of ${live.apy} % was shown for ${key}`);
      }
    } else {
      const { path, body } = drawIntent(dice, wallet, []);
      await call({ method: 'POST', path, body }, world, dice);
    }
  }
}
