import { pino } from 'pino';
import type { TokenKey } from '../../api/src/builds/token.ts';
import { type Answers, followAnswers } from './answers.ts';
import type { Built } from './built.ts';
import { createDice, type Dice } from './dice.ts';
import { NEXT_COLUMNS } from './next-version.ts';
import type { Rarity } from './plant-in-source.ts';
import { createOwner, createScheduler, type OwnClock, type Scheduler } from './scheduler.ts';
import { createSimulatedLedger, isLive, type SimulatedLedger } from './simulated-ledger.ts';
import { createSimulatedNode, type SimulatedNode } from './simulated-node.ts';
import { type SimulatedReplica, startSimulatedReplica } from './simulated-replica.ts';
import { createSimulatedRouter, type SimulatedRouter } from './simulated-router.ts';
import { createSimulatedStore, type SimulatedStore } from './simulated-store.ts';
import { TOKEN_KEYS } from './wallet.ts';
import { type CallersWitness, createCallersWitness, noteLine } from './witness.ts';

/** One world: replicas of the service on nodes, a router and a store, on one virtual clock. */
export type World = {
  readonly dice: Dice;
  readonly scheduler: Scheduler;
  /** Of nobody: it is right, and never stops. */
  readonly clock: OwnClock;
  readonly ledger: SimulatedLedger;
  readonly nodes: readonly SimulatedNode[];
  /** The node that may lie; none where there is no other. */
  readonly liar: SimulatedNode | undefined;
  readonly router: SimulatedRouter;
  readonly store: SimulatedStore;
  /** What any replica ever built, by its transaction. */
  readonly builds: ReadonlyMap<string, Built>;
  readonly witness: CallersWitness;
  readonly answers: Answers;
  /** By number; one that was restarted takes the place of the one before. */
  readonly replicas: SimulatedReplica[];
  /** Base units that may be staked in an hour, where there is a limit, and the most that was out at a time. */
  readonly hour: { readonly limit: bigint | undefined; most: bigint };
  /** What replicas sign tokens with from their next start on; the first one signs. */
  tokenKeys: readonly TokenKey[];
  /** Ends a replica, if it has not ended, and starts one in its place after so long. */
  restart(number: number, milliseconds: number): void;
  close(): void;
};

/** How many of what a history has. */
export const SIZES = { replicas: [2, 2, 2, 1, 3], nodes: [2, 2, 2, 2, 1, 3] } as const;

/** Share of the histories in which one replica is of the next version. */
const NEXT = 0.1;

/**
 * Makes a world in which nothing is wrong.
 *
 * @param isLogged - whether what the replicas log goes into the trace.
 */
export async function createWorld(
  seed: number,
  needs: Rarity | undefined,
  isLogged: boolean,
): Promise<World> {
  const scheduler = createScheduler();
  const witness = createCallersWitness(scheduler.now, SECRETS);
  const log = isLogged ? createLog(witness) : pino({ level: 'silent' });
  const { note } = witness;
  const dice = createDice(seed);
  const clock = scheduler.createClock(createOwner());
  const hour = { limit: drawLimit(dice.fork('hour'), needs === 'full hour'), most: 0n };
  const ledger = createSimulatedLedger(clock, dice.fork('ledger'), note, () => {
    const staked = sumStaked(ledger);
    if (staked > hour.most) hour.most = staked;
  });
  const gateway = (name: string) => ({ ledger, dice: dice.fork(name), world: clock });
  const sizes = dice.fork('sizes');
  const nodes = Array.from({ length: sizes.pick(SIZES.nodes) }, (_, i) =>
    createSimulatedNode(gateway(`node ${i}`)),
  );
  const liar = nodes.length > 1 ? dice.fork('liar').pick(nodes) : undefined;
  const router = createSimulatedRouter(gateway('router'));
  // The first one stays of this version.
  const next = needs === 'next version' || dice.fork('versions').chance(NEXT) ? 1 : undefined;
  const store = await createSimulatedStore(clock, dice.fork('store'), next === undefined ? '' : NEXT_COLUMNS);
  const answers = followAnswers(scheduler.now, witness.violate);
  const builds = new Map<string, Built>();
  const shared = { scheduler, ledger, nodes, router, store, builds, hourlyLimit: hour.limit };
  const starts: number[] = [];
  const start = (number: number) => {
    starts[number] = (starts[number] ?? 0) + 1;
    const own = dice.fork(`replica ${number}, start ${starts[number]}`);
    const { tokenKeys } = world;
    if (starts[number] > 1) note(`replica ${number} starts`);
    const ownLog = log.level === 'silent' ? log : log.child({ replica: number });
    const isNext = number === next;
    return startSimulatedReplica({ ...shared, number, dice: own, tokenKeys, log: ownLog, isNext }, answers);
  };
  const world: World = {
    ...{ dice, scheduler, clock, ledger, nodes, liar, router, store, builds, witness, answers, hour },
    replicas: [],
    tokenKeys: TOKEN_KEYS.slice(0, 1),
    restart(number, milliseconds) {
      const ended = world.replicas[number];
      if (ended?.owner.isAlive) note(`replica ${number} ends`);
      ended?.kill();
      clock.after(milliseconds, () => {
        // Somebody else may have started it meanwhile.
        if (world.replicas[number] === ended) world.replicas[number] = start(number);
      });
    },
    close() {
      for (const replica of world.replicas) replica.kill();
      store.close();
    },
  };
  const count = sizes.pick(SIZES.replicas);
  for (let number = 0; number < count; number += 1) world.replicas.push(start(number));
  return world;
}

const SECRETS = TOKEN_KEYS.flatMap(({ base64, secret }) => [base64, secret.toString('hex')]);

/** Makes a log whose lines are those of the trace; also there nothing secret may stand. */
function createLog({ note, onText }: CallersWitness) {
  const write = (text: string) => {
    onText(text);
    noteLine(text, note);
  };
  return pino({ level: 'debug', base: null, timestamp: false }, { write });
}

/** Share of the histories in which an operator limits what may be staked in an hour, and the limits, in SOL. */
const LIMITED = { share: 0.2, least: 4, most: 8 };

function drawLimit(dice: Dice, isNeeded: boolean): bigint | undefined {
  return dice.chance(LIMITED.share) || isNeeded
    ? BigInt(dice.between(LIMITED.least, LIMITED.most)) * SOL
    : undefined;
}

/** Base units of a SOL. */
export const SOL = 1_000_000_000n;

/** Sums what of all that was ever out landed without an error, or still can land: of each build once, in base units. */
export function sumStaked(ledger: SimulatedLedger): bigint {
  const slot = ledger.slot();
  const amounts = new Map<string, bigint>();
  for (const payment of ledger.payments.values())
    if (payment.isOut === true && isLive(payment, slot)) amounts.set(payment.root, payment.amount);
  return [...amounts.values()].reduce((sum, amount) => sum + amount, 0n);
}
