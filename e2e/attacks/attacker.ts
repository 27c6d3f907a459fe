import { parentPort } from 'node:worker_threads';
import { ATTACKS, CROWDS, type Target } from './attacks.ts';

/** One attack, for as long as honest callers stake. */
export type Order = { readonly name: string; readonly target: Target; readonly seconds: number };

parentPort?.on('message', async ({ name, target, seconds }: Order) => {
  // Honest callers begin with the attack, not while its code is still read.
  parentPort?.postMessage('begins');
  const until = performance.now() + seconds * 1_000;
  const attack = ATTACKS[name] ?? CROWDS[name];
  for (let round = 0; performance.now() < until; round += 1) await attack?.(target, round);
  parentPort?.postMessage('ended');
});
