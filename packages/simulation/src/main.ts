import { parseArgs } from 'node:util';
import type { Fault } from './faults/index.ts';
import { plantInSource } from './plant-in-source.ts';
import { PLANTS } from './plants.ts';
import type { History } from './run-history.ts';
import { shrink, tellStory } from './shrink.ts';
import { VM_PLANTS } from './vm/vm-plants.ts';

const USAGE = `npm run simulate -- --seed N [--world vm] [--trace] [--plant NAME]
npm run simulate -- --seeds A..B [--world vm] [--brief] [--plant NAME]

--seed    runs one history; one that breaks a promise is shrunk to the fewest faults and told
--seeds   runs histories from A to B, tells the first that breaks a promise, and ends with 1
--world   vm runs the whole service on the sandbox's ledger, router and vault provider, instead of its sending on models
--trace   tells the history whole, with the logs of the replicas
--brief   says of a history that breaks a promise only its seed and what is wrong, and shrinks nothing
--plant   takes one rule of the service away: ${Object.keys(PLANTS).join(', ')};
          with --world vm: ${Object.keys(VM_PLANTS).join(', ')}
`;

/** Runs a history of either world. */
type Run = (
  seed: number,
  options: { isLogged?: boolean; faults?: readonly Fault[]; callers?: readonly number[] },
) => Promise<History>;

const OPTIONS = {
  seed: { type: 'string' },
  seeds: { type: 'string' },
  world: { type: 'string', default: 'models' },
  plant: { type: 'string' },
  trace: { type: 'boolean', default: false },
  brief: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const values = readValues();
const range = readRange(values.seeds ?? values.seed ?? '');
const open = findWorld(values.world, values.plant);
if (values.help || range === undefined || open === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else process.exitCode = (await run(range, await open())) ? 0 : 1;

function readValues() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch {
    // As without a seed: what would be right is printed.
    return parseArgs({ args: [], options: OPTIONS }).values;
  }
}

async function run({ from, to }: { from: number; to: number }, runOne: Run): Promise<boolean> {
  for (let seed = from; seed <= to; seed += 1) {
    const history = await runOne(seed, { isLogged: values.trace });
    if (values.trace) print(tellStory(seed, history));
    if (history.violations.length === 0) continue;
    if (values.brief) {
      print(`seed ${seed}: ${history.violations.join('; ')}\n`);
      return false;
    }
    const { history: least, runs } = await shrink(history, (options) => runOne(seed, options));
    print(`Shrunk from ${history.faults.length} faults in ${runs} runs.\n`);
    print(tellStory(seed, least));
    print(`${JSON.stringify({ seed, faults: least.faults, callers: least.callers })}\n`);
    return false;
  }
  if (!values.trace)
    print(`${to - from + 1} ${to === from ? 'history' : 'histories'}: every promise was kept.\n`);
  return true;
}

function readRange(text: string): { readonly from: number; readonly to: number } | undefined {
  const [, from, to = from] = /^(\d+)(?:\.\.(\d+))?$/.exec(text) ?? [];
  return from === undefined ? undefined : { from: Number(from), to: Number(to) };
}

/** Finds what runs histories, with a rule of the service missing where one is named; opened, it imports the service. */
function findWorld(world: string, name: string | undefined): (() => Promise<Run>) | undefined {
  if (world !== 'models' && world !== 'vm') return undefined;
  const plants = world === 'vm' ? VM_PLANTS : PLANTS;
  const plant = name === undefined ? undefined : plants[name];
  if (name !== undefined && plant === undefined) return undefined;
  return async () => {
    if (plant !== undefined) plantInSource(plant);
    if (world === 'vm') return (await import('./vm/run-vm-history.ts')).runVmHistory;
    const { runHistory } = await import('./run-history.ts');
    return (seed, options) => runHistory(seed, { ...options, needs: plant?.needs, kinds: plant?.kinds });
  };
}

function print(text: string): void {
  process.stdout.write(text);
}
