import { isProblemError } from '../../src/problems/problem-error.ts';
import type { Dice } from './dice.ts';
import type { Payment, SimulatedLedger } from './simulated-ledger.ts';
import type { SimulatedReplica } from './simulated-replica.ts';

/** What a caller lives on. */
export type CallerParts = {
  readonly dice: Dice;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly ledger: SimulatedLedger;
  readonly replicas: readonly SimulatedReplica[];
  /** Told of every word of the service. */
  readonly onWord: (payment: Payment, word: string) => void;
};

const TOKEN_MILLISECONDS = 120_000;
const FINAL: ReadonlySet<string> = new Set(['rejected', 'expired']);

/** Pays once, doing exactly what the answers say; returns all that was signed for it. */
export async function payOnce(name: string, parts: CallerParts): Promise<readonly Payment[]> {
  const { dice, wait, ledger } = parts;
  await wait(dice.between(500, 20_000));
  const fundedFrom = dice.chance(0.3) ? ledger.slot() + dice.between(5, 100) : 0;
  const signed: Payment[] = [];
  for (;;) {
    const payment = ledger.build({ name, fundedFrom });
    signed.push(payment);
    if (await broadcastUntilResolved(payment, parts)) return signed;
  }
}

/** Broadcasts the same bytes until they landed, or the word is final. */
async function broadcastUntilResolved(payment: Payment, parts: CallerParts): Promise<boolean> {
  const { dice, now, wait } = parts;
  const builtAt = now();
  // Some sign when it is nearly too late.
  await wait(dice.chance(0.4) ? dice.between(26_000, 29_800) : dice.between(100, 4_000));
  for (;;) {
    const word = await ask(payment, now() - builtAt > TOKEN_MILLISECONDS, parts);
    parts.onWord(payment, word);
    if (FINAL.has(word)) return false;
    // What was taken can die all the same: asking again says so. Some come back when the blockhash is dead.
    await wait(dice.chance(0.15) ? 33_000 : dice.between(200, 2_000));
    if (word === 'ok' && payment.landed) return true;
  }
}

async function ask(payment: Payment, isExpired: boolean, { dice, replicas }: CallerParts): Promise<string> {
  try {
    await dice.pick(replicas).broadcast(payment, isExpired);
    return 'ok';
  } catch (error) {
    // The process died meanwhile.
    if (error === undefined) return 'unknown';
    if (!isProblemError(error)) throw error;
    return error.outcome ?? error.slug;
  }
}
