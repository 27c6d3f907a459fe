import { parentPort, workerData } from 'node:worker_threads';
import { ATTACKS, type Target } from './attacks.ts';

const { name, target, seconds } = workerData as {
  readonly name: string;
  readonly target: Target;
  readonly seconds: number;
};
// Honest callers begin with the attack, not while its code is still read.
parentPort?.postMessage('begins');
const until = performance.now() + seconds * 1_000;
for (let round = 0; performance.now() < until; round += 1) await ATTACKS[name]?.(target, round);
