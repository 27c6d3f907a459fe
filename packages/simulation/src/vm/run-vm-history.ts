import { schedule } from '../faults/fault.ts';
import type { History, HistoryOptions } from '../run-history.ts';
import { hashBroadcastKey } from '../simulated-replica.ts';
import { tellBreak } from '../witness.ts';
import { callVm, type End, lookAround } from './vm-caller.ts';
import { call } from './vm-calls.ts';
import { drawVmFaults, VM_FAULT_KINDS } from './vm-faults.ts';
import { judgeVm } from './vm-judge.ts';
import { createVmWorld, type VmWorld } from './vm-world.ts';

const EVERYBODY = [1, 2, 3];
/** When all faults are mended, milliseconds. */
const HEALED_AT = 40_000;
/** 150 blocks, and the margin: by then all that was signed has landed or is dead, and that is known. */
const AFTERMATH = 40_000;
const CALM = 5_000;
/** Only who gets no further needs so long. */
const END = 900_000;

/**
 * Runs one history on the sandbox's ledger: the whole service behind its HTTP, callers who do what the answers say, and a
 * fault every few seconds until the world heals. The same seed gives the same history.
 */
export async function runVmHistory(
  seed: number,
  options: Pick<HistoryOptions, 'faults' | 'callers' | 'isLogged'> = {},
): Promise<History> {
  const { callers = EVERYBODY, isLogged = false } = options;
  const world = await createVmWorld(seed, EVERYBODY.length + 1, isLogged);
  const { dice, scheduler, witness } = world;
  const { faults = drawVmFaults(dice.fork('faults'), HEALED_AT) } = options;
  schedule(faults, VM_FAULT_KINDS, world, witness.note);
  const onBreak = (error: unknown) => witness.violate(tellBreak(error));
  const ends = new Map<string, readonly End[]>();
  let quietFrom = Math.max(HEALED_AT, ...faults.map(({ at, lasts }) => at + lasts));
  const come = async (number: number) => {
    const wallet = world.wallets[number - 1];
    if (wallet === undefined) return;
    ends.set(wallet.name, await callVm({ world, wallet, dice: dice.fork(wallet.name) }));
    quietFrom = Math.max(quietFrom, scheduler.now());
  };
  const looker = world.wallets[EVERYBODY.length];
  if (looker !== undefined && callers.length > 0)
    lookAround(HEALED_AT, { world, wallet: looker, dice: dice.fork('looker') }).catch(onBreak);
  for (const number of callers) come(number).catch(onBreak);
  const isOver = () => {
    if (ends.size < callers.length || scheduler.now() < quietFrom + CALM) return false;
    return scheduler.now() > quietFrom + AFTERMATH || isSettled(world);
  };
  await scheduler.run(END, isOver);
  judgeVm(world, ends, callers.length);
  await replayVmKeys(world);
  const lasted = scheduler.now();
  const gained = [...world.landings.values()].map(({ signature, gains }) => `${signature} ${[...gains]}`);
  const hash = world.store.hash(witness.trace, gained);
  await world.close();
  const { violations, trace } = witness;
  return { violations, trace, faults, callers, lasted, hash };
}

function isSettled({ store, process }: VmWorld): boolean {
  return process.owner.isAlive && store.listOpen().length === 0;
}

/** Asks with every key again: the answer is the first one, byte for byte. That to a broadcast is given though it cannot be kept. */
async function replayVmKeys(world: VmWorld): Promise<void> {
  const { witness, dice, scheduler, store } = world;
  const isKept = (key: string, body: object) =>
    store.look('select 1 from keys where key_hash = ? and status = 200', hashBroadcastKey(key, body)).length >
    0;
  const kept = [...witness.keyed].filter(
    ([key, { path, body }]) => path !== '/broadcast' || isKept(key, body),
  );
  let isDone = false;
  const replay = async () => {
    for (const [key, { path, body }] of kept) {
      const reply = await call({ method: 'POST', path, body, key }, world, dice);
      if (reply?.status !== 200) witness.violate(`a key of ${path} is answered ${reply?.status} at the end`);
    }
  };
  replay()
    .catch((error: unknown) => witness.violate(tellBreak(error)))
    .finally(() => {
      isDone = true;
    });
  await scheduler.run(2 * END, () => isDone);
}
