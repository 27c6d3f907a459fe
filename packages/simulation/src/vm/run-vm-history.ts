import { createHash } from 'node:crypto';
import { type Fault, schedule } from '../faults/fault.ts';
import { OUT } from '../judge.ts';
import type { History } from '../run-history.ts';
import { callVm, type End, lookAround } from './vm-caller.ts';
import { call } from './vm-calls.ts';
import { drawVmFaults, VM_FAULT_KINDS } from './vm-faults.ts';
import { judgeVm } from './vm-judge.ts';
import type { VmTestimony } from './vm-testimony.ts';
import { createVmWorld, type VmWorld } from './vm-world.ts';

/** What a history is made of beside its seed; drawn from it unless given. */
export type VmHistoryOptions = {
  /** What goes wrong, instead of what the seed draws. */
  readonly faults?: readonly Fault[];
  /** Numbers of the callers that come; all unless given. */
  readonly callers?: readonly number[];
  /** Whether what the service logs goes into the trace. */
  readonly isLogged?: boolean;
};

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
export async function runVmHistory(seed: number, options: VmHistoryOptions = {}): Promise<History> {
  const { callers = EVERYBODY, isLogged = false } = options;
  const world = await createVmWorld({
    seed,
    wallets: EVERYBODY.length + 1,
    onLog: isLogged ? noteLine : undefined,
  });
  const { dice, scheduler, testimony } = world;
  const { faults = drawVmFaults(dice.fork('faults'), HEALED_AT) } = options;
  schedule(faults, VM_FAULT_KINDS, world, testimony.note);
  const onBreak = (error: unknown) => testimony.violate(`broke: ${String(Object(error).stack ?? error)}`);
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
  const hash = hashHistory(world);
  await world.close();
  const { violations, trace } = testimony;
  return { violations, trace, faults, callers, lasted, hash };
}

function isSettled({ store, process }: VmWorld): boolean {
  return process.owner.isAlive && store.look(`select 1 from forms where ${OUT} limit 1`).length === 0;
}

/** Asks with every key again: the answer is the first one, byte for byte. */
async function replayVmKeys(world: VmWorld): Promise<void> {
  const { testimony, dice, scheduler } = world;
  let isDone = false;
  const replay = async () => {
    for (const [key, { path, body }] of testimony.keyed) {
      const reply = await call({ method: 'POST', path, body: JSON.parse(body), key }, world, dice);
      if (reply?.status !== 200)
        testimony.violate(`a key of ${path} is answered ${reply?.status} at the end`);
    }
  };
  replay()
    .catch((error: unknown) => testimony.violate(`broke: ${String(Object(error).stack ?? error)}`))
    .finally(() => {
      isDone = true;
    });
  await scheduler.run(2 * END, () => isDone);
}

function noteLine(line: string, { note }: VmTestimony): void {
  const { level: _, time: __, msg, ...fields } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  note(`logged: ${msg} ${JSON.stringify(fields)}`);
}

function hashHistory({ store, testimony }: VmWorld): string {
  const hash = createHash('sha256').update(testimony.trace.join('\n'));
  for (const table of ['builds', 'forms', 'keys', 'attributions'])
    hash.update(JSON.stringify(store.look(`select * from ${table} order by 1`), printBigint));
  for (const { signature, gains } of testimony.landings.values())
    hash.update(JSON.stringify([signature, [...gains]], printBigint));
  return hash.digest('hex');
}

function printBigint(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
