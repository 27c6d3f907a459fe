import type { Dice } from './dice.ts';
import type { NodeFaults, SimulatedNode } from './simulated-node.ts';
import type { SimulatedReplica } from './simulated-replica.ts';
import { ROUTER_FAULTS, type SimulatedRouter } from './simulated-router.ts';
import type { SimulatedStore } from './simulated-store.ts';

/** What a nemesis can break, and until when. */
export type NemesisParts = {
  readonly dice: Dice;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly until: number;
  readonly nodes: readonly SimulatedNode[];
  readonly router: SimulatedRouter;
  readonly store: SimulatedStore;
  readonly replicas: SimulatedReplica[];
  readonly start: (number: number) => SimulatedReplica;
};

const SENDS = ['504 after', '504 before', 'hang', 'refuse'] as const;
const KINDS = [...SENDS, 'status', 'lag', 'store', 'kill', 'router', 'freeze', 'clock'] as const;

/** Breaks one thing every few seconds, of the kinds that this history draws, and mends it. */
export async function runNemesis(parts: NemesisParts): Promise<void> {
  const { dice, now, wait, until } = parts;
  const kinds = KINDS.filter(() => dice.chance(0.5));
  while (kinds.length > 0 && now() < until) {
    await wait(dice.between(500, 5_000));
    harm(dice.pick(kinds), dice.between(500, 9_000), parts);
  }
}

function harm(kind: (typeof KINDS)[number], milliseconds: number, parts: NemesisParts): void {
  const { dice } = parts;
  if (kind === 'kill') restartOne(parts);
  else if (kind === 'router') harmRouter(3 * milliseconds, parts);
  else if (kind === 'freeze') freezeOne(3 * milliseconds, parts);
  else if (kind === 'clock') setClock(10 * milliseconds, parts);
  else if (kind === 'store') harmStore(milliseconds, parts);
  else if (kind === 'status') harmNodes(3 * milliseconds, { status: dice.pick(['429', 'hang']) }, parts);
  else if (kind === 'lag') {
    harmNodes(3 * milliseconds, { [dice.pick(['lag', 'statusLag'])]: dice.between(20, 220) }, parts);
  } else harmNodes(milliseconds, { send: kind }, parts);
}

const SOUND: NodeFaults = { send: 'none', status: 'none', lag: 0, statusLag: 0 };

function harmNodes(
  milliseconds: number,
  faults: Partial<NodeFaults>,
  { dice, wait, nodes }: NemesisParts,
): void {
  const harmed = dice.chance(0.6) ? nodes : [dice.pick(nodes)];
  const names = Object.keys(faults) as (keyof NodeFaults)[];
  const sound = Object.fromEntries(names.map((name) => [name, SOUND[name]]));
  for (const node of harmed) Object.assign(node.faults, faults);
  const mend = async () => {
    await wait(milliseconds);
    for (const node of harmed) Object.assign(node.faults, sound);
  };
  void mend();
}

function harmStore(milliseconds: number, { dice, wait, store, replicas }: NemesisParts): void {
  const numbers = replicas.map((_, number) => number);
  const harmed = dice.chance(0.5) ? numbers : [dice.pick(numbers)];
  for (const number of harmed) store.away.add(number);
  const mend = async () => {
    await wait(milliseconds);
    for (const number of harmed) store.away.delete(number);
  };
  void mend();
}

function restartOne({ dice, replicas, start }: NemesisParts): void {
  const number = dice.between(0, replicas.length - 1);
  replicas[number]?.kill();
  replicas[number] = start(number);
}

function harmRouter(milliseconds: number, { dice, wait, router }: NemesisParts): void {
  router.fault = dice.pick(ROUTER_FAULTS);
  const mend = async () => {
    await wait(milliseconds);
    router.fault = 'none';
  };
  void mend();
}

/** Stops a process as SIGSTOP does: time goes on, and what it has in its sockets waits. */
function freezeOne(milliseconds: number, { dice, now, replicas }: NemesisParts): void {
  const { owner } = dice.pick(replicas);
  owner.frozenUntil = now() + milliseconds;
}

/** Sets the wall clock of a process, forward or back. */
function setClock(milliseconds: number, { dice, wait, replicas }: NemesisParts): void {
  const { owner } = dice.pick(replicas);
  owner.ahead = dice.between(-300_000, 300_000);
  const mend = async () => {
    await wait(milliseconds);
    owner.ahead = 0;
  };
  void mend();
}
