import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from './background/clock.ts';

/** By then nothing of the start goes on any more. */
const START_MILLISECONDS = 5_000;

/**
 * Returns the memory that only the start needed to the system, once: some 50 MB. Loading modules grows the young generation
 * of V8's heap, which V8 would keep while the service idles. It blocks the service for about 100 ms.
 */
export function giveBackMemory(clock: Clock): void {
  const collect = () => {
    setFlagsFromString('--expose-gc');
    const gc: NodeJS.GCFunction = runInNewContext('gc');
    setFlagsFromString('--no-expose-gc');
    gc({ type: 'major', flavor: 'last-resort' });
  };
  clock.after(START_MILLISECONDS, collect, { isBackground: true });
}
