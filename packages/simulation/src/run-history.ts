import { sleep } from '../../api/src/runtime/clock.ts';
import { payGreedily } from './callers/greedy-caller.ts';
import { payAlone, payOnce } from './callers/obedient-caller.ts';
import { type CallerParts, HourFull } from './callers/service-calls.ts';
import { type Fault, schedule } from './faults/fault.ts';
import { drawFaults, FAULT_KINDS, RARE } from './faults/index.ts';
import { judge, judgeDayAfter, judgeHour, type Paid, replayKeys } from './judge.ts';
import type { Rarity } from './plant-in-source.ts';
import { LIFETIME, type Payment } from './simulated-ledger.ts';
import { tellBreak } from './witness.ts';
import { createWorld, type World } from './world.ts';

/** What a history is made of beside its seed; drawn from it unless given. */
export type HistoryOptions = {
  /** What it has, as most have not. */
  readonly needs?: Rarity | undefined;
  /** The kinds of faults that are drawn; a quarter of all unless given. */
  readonly kinds?: readonly string[] | undefined;
  /** What goes wrong, instead of what the seed draws. */
  readonly faults?: readonly Fault[];
  /** Numbers of the callers that come; all unless given. */
  readonly callers?: readonly number[];
  /** A short one has fewer callers and heals sooner. */
  readonly size?: keyof typeof SIZES;
  /** Whether what the replicas log goes into the trace. */
  readonly isLogged?: boolean;
};

/** What was wrong at the end of a history, and what happened in it. */
export type History = {
  /** Sentences; none in a good history. */
  readonly violations: readonly string[];
  /** Every fault, and every word to a caller, in order. */
  readonly trace: readonly string[];
  readonly faults: readonly Fault[];
  readonly callers: readonly number[];
  /** Milliseconds of virtual time. */
  readonly lasted: number;
  /** SHA-256 of the trace, of every row in the store and of all that landed. */
  readonly hash: string;
};

/** The callers of a history, and when all faults are mended, milliseconds. */
const SIZES = {
  whole: { everybody: [1, 2, 3, 4, 5], healedAt: 55_000 },
  short: { everybody: [1, 2], healedAt: 25_000 },
} as const;
/** Share of the callers that sign all they can get. */
const GREEDY = 0.3;
/** Share of the callers that send by themselves what they sign. */
const ALONE = 0.1;
/** The world goes on for so long after it healed: what is held back anywhere lands or dies, and is settled. */
const AFTERMATH = 40_000;
/** It ends sooner where all that was signed is settled, but not before so long. */
const CALM = 5_000;
const LOOK_EVERY = 1_000;
/** Share of the whole histories that are looked at once more a day after: that takes as long as half of one. */
const DAY_AFTER = 0.1;
/** Callers dawdle, and what they sign can die several times in a row: only who gets no further needs so long. */
const END = 1_500_000;

/**
 * Runs one history: replicas on nodes and one store, callers who do what the answers say or sign all they can get, and a
 * fault every few seconds until the world heals. The same seed gives the same history.
 */
export async function runHistory(seed: number, options: HistoryOptions = {}): Promise<History> {
  const { needs, kinds, size = 'whole', isLogged = false } = options;
  const { everybody, healedAt } = SIZES[size];
  const { callers = everybody } = options;
  const world = await createWorld(seed, needs, isLogged);
  const { dice, scheduler, witness } = world;
  const { now } = scheduler;
  const rare = needs === 'older copy' ? 1 : RARE;
  const { faults = drawFaults(dice.fork('faults'), healedAt, rare, kinds) } = options;
  const isSetBack = faults.some(({ kind }) => kind === 'store fails over to an older copy');
  schedule(faults, FAULT_KINDS, world, witness.note);

  const paid = new Map<string, Paid>();
  let quietFrom = Math.max(healedAt, ...faults.map(({ at, lasts }) => at + lasts));
  const call = async (number: number) => {
    const name = `caller ${number}`;
    const wait = (milliseconds: number) => sleep(world.clock, milliseconds);
    const own = { dice: dice.fork(name), wait, isSetBack, full: { times: 0 }, strays: [] };
    paid.set(name, await pay(name, { ...world, ...own }));
    quietFrom = Math.max(quietFrom, now());
  };
  for (const number of callers) {
    call(number).catch((error: unknown) => witness.violate(tellBreak(error)));
  }
  let nextLook = 0;
  const isOver = () => {
    if (paid.size < callers.length || now() < Math.max(quietFrom + CALM, nextLook)) return false;
    nextLook = now() + LOOK_EVERY;
    return now() > quietFrom + AFTERMATH || isSettled(world);
  };
  await scheduler.run(END, isOver);
  const lasted = now();
  judge({ world, paid, callers, isSetBack });
  // Where the database was set back, what it had kept is gone, and that is said.
  if (!isSetBack) {
    await judgeHour(world);
    await replayKeys(world);
    if (needs === 'day after' || (size === 'whole' && dice.fork('day after').chance(DAY_AFTER)))
      await judgeDayAfter(world);
  }
  const landed = [...world.ledger.payments].map(([signature, { landed }]) => `${signature} ${landed?.slot}`);
  const hash = world.store.hash(witness.trace, landed);
  world.close();
  const { violations, trace } = witness;
  return { violations, trace, faults, callers, lasted, hash };
}

/** Lets a caller pay in one of three ways, until it has paid or gives up because the hour is full. */
async function pay(name: string, parts: CallerParts): Promise<Paid> {
  const { dice, hour, strays } = parts;
  const isGreedy = dice.chance(GREEDY);
  // An hour counts nothing that this service did not send.
  const isAlone = hour.limit === undefined && dice.fork('alone').chance(ALONE);
  const payAsItDoes = isAlone ? payAlone : isGreedy ? payGreedily : payOnce;
  const signed: Payment[] = [];
  let isFull = false;
  await payAsItDoes(name, parts, signed).catch((error: unknown) => {
    if (!(error instanceof HourFull)) throw error;
    isFull = true;
  });
  // A stray may bring more of them.
  for (const stray of strays) await stray;
  return { signed, isGreedy, isFull };
}

/** Whether all that was ever signed landed or can land no more, and nobody sends anything. */
function isSettled({ store, ledger }: World): boolean {
  const slot = ledger.slot();
  for (const { landed, blockhashSlot, asking } of ledger.payments.values()) {
    if (asking > 0 || (landed === undefined && slot <= blockhashSlot + LIFETIME)) return false;
  }
  return store.listOpen().length === 0;
}
