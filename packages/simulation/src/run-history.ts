import type { Built } from './built.ts';
import type { CallerParts } from './caller-words.ts';
import { createDice } from './dice.ts';
import { payGreedily } from './greedy-caller.ts';
import { runNemesis } from './nemesis.ts';
import { payOnce } from './obedient-caller.ts';
import type { Plant } from './plant.ts';
import { createScheduler } from './scheduler.ts';
import { createSimulatedLedger, type Payment } from './simulated-ledger.ts';
import { createSimulatedNode } from './simulated-node.ts';
import { startSimulatedReplica } from './simulated-replica.ts';
import { createSimulatedRouter } from './simulated-router.ts';
import { createSimulatedStore } from './simulated-store.ts';

/** What was wrong at the end of a history, and what happened in it. */
export type History = {
  /** Sentences; none in a good history. */
  readonly violations: readonly string[];
  /** Every word to a caller, in order. */
  readonly trace: readonly string[];
};

const NODES = 2;
const REPLICAS = 2;
const CALLERS = 5;
/** Share of the callers that sign all they can get. */
const GREEDY = 0.3;
const HEALED_AT = 55_000;
/** The world goes on for so long after it healed: what is held back anywhere lands or dies. */
const AFTERMATH = 30_000;
/** Callers dawdle, and what they sign can die several times in a row: only who gets no further needs so long. */
const END = 1_500_000;

/**
 * Runs one history: two replicas on two nodes and one store, callers who do what the answers say or sign all they can get,
 * and a fault every few seconds until the world heals. The same seed gives the same history.
 *
 * @param plant - a rule of the service that is missing.
 */
export async function runHistory(seed: number, plant: Plant = 'none'): Promise<History> {
  const dice = createDice(seed);
  const scheduler = createScheduler();
  const { now } = scheduler;
  const world = scheduler.createClock({ isAlive: true, frozenUntil: 0, ahead: 0 });
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      world.after(milliseconds, resolve);
    });
  const ledger = createSimulatedLedger(scheduler, dice);
  const nodes = Array.from({ length: NODES }, () => createSimulatedNode({ ledger, dice, world, plant }));
  const router = createSimulatedRouter({ ledger, dice, world, plant });
  const store = await createSimulatedStore(world);
  const builds = new Map<string, Built>();
  const start = (number: number) =>
    startSimulatedReplica({ number, scheduler, dice, nodes, router, store, builds, plant });
  const replicas = Array.from({ length: REPLICAS }, (_, number) => start(number));

  const trace: string[] = [];
  const denied = new Map<Payment, string>();
  const violations: string[] = [];
  const onWord: CallerParts['onWord'] = (payment, word) => {
    trace.push(`${now()} ${payment.wallet.name} ${payment.transaction.signature.slice(0, 8)} ${word}`);
    if (word === 'dead' || word === 'replaced') denied.set(payment, word);
  };
  const paid = new Map<string, readonly Payment[]>();
  let lastDone = HEALED_AT;
  const call = async (name: string) => {
    const pay = dice.chance(GREEDY) ? payGreedily : payOnce;
    paid.set(name, await pay(name, { dice, now, wait, ledger, replicas, onWord }));
    lastDone = Math.max(lastDone, now());
  };
  const onBroken = (error: unknown) => violations.push(`broke: ${String(Object(error).stack ?? error)}`);
  for (let i = 1; i <= CALLERS; i += 1) call(`caller ${i}`).catch(onBroken);
  runNemesis({ dice, now, wait, until: HEALED_AT, nodes, router, store, replicas, start }).catch(onBroken);
  await scheduler.run(END, () => paid.size === CALLERS && now() > lastDone + AFTERMATH);

  for (const replica of replicas) replica.kill();
  store.close();
  for (const [{ landed, transaction }, word] of denied) {
    if (landed?.isFailed === false)
      violations.push(`${transaction.signature.slice(0, 8)} was ${word} and landed`);
  }
  for (const [name, signed] of paid) {
    const { length } = signed.filter(({ landed }) => landed?.isFailed === false);
    if (length !== 1) violations.push(`${name} paid ${length} times`);
  }
  if (paid.size < CALLERS) violations.push(`${CALLERS - paid.size} callers never came to an end`);
  return { violations, trace };
}
