import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { send } from '../send.ts';
import type { Order } from './attacker.ts';
import { ATTACKS, CROWDS, type Target } from './attacks.ts';

/** What honest callers met while somebody attacked. */
export type AttackResult = {
  readonly stakes: number;
  readonly refused: readonly string[];
  /** Median and 99th percentile of the time of an honest stake, milliseconds. */
  readonly p50: number;
  readonly p99: number;
};

const PAUSE_MILLISECONDS = 150;

/** Starts the thread that attacks, one attack after another. */
export function startAttacker(): Worker {
  return new Worker(new URL('./attacker.ts', import.meta.url));
}

/**
 * Attacks a service from a thread of its own while honest callers of three other addresses stake, natively and through
 * the router; while many addresses attack, up to 20 callers stake once each, through the router.
 *
 * @param attacker - see {@link startAttacker}.
 * @param url - of a service that trusts loopback to name callers, without the base path.
 * @param wallet - base58, with SOL on it.
 */
export async function attackWhileStaking(
  attacker: Worker,
  name: string,
  seconds: number,
  { url, wallet }: { readonly url: string; readonly wallet: string },
): Promise<AttackResult> {
  // An address of its own for each attack: what one has used up is not the next one's.
  const target: Target = { url, address: `198.51.100.${Object.keys(ATTACKS).indexOf(name) + 1}` };
  const order: Order = { name, target, seconds };
  attacker.postMessage(order);
  await once(attacker, 'message');
  const ended = once(attacker, 'message');
  const until = performance.now() + seconds * 1_000;
  const durations: number[] = [];
  const refused: string[] = [];
  const stake = async (strategy: string, nameCaller: () => string, pause = PAUSE_MILLISECONDS) => {
    while (performance.now() < until) {
      const began = performance.now();
      const { status, text } = await send(
        'POST',
        `${url}/api/v1/stake`,
        JSON.stringify({ strategy, wallet, amount: '2' }),
        { 'content-type': 'application/json', 'x-forwarded-for': nameCaller() },
      );
      durations.push(performance.now() - began);
      if (status !== 200) refused.push(text);
      await sleep(pause);
    }
  };
  let callers = 0;
  const nameNext = () => {
    callers += 1;
    return `192.0.2.${callers}`;
  };
  await (name in CROWDS
    ? stake('sol-liquid-stake', nameNext, (seconds * 1_000) / 20)
    : Promise.all([
        stake('sol-native-stake', () => '192.0.2.1'),
        stake('sol-liquid-stake', () => '192.0.2.2'),
        stake('sol-native-stake', () => '192.0.2.3'),
      ]));
  await ended;
  durations.sort((a, b) => a - b);
  const percentile = (share: number) => durations[Math.floor((durations.length - 1) * share)] ?? Number.NaN;
  return { stakes: durations.length, refused, p50: percentile(0.5), p99: percentile(0.99) };
}
