import { parseArgs } from 'node:util';
import { createCensus } from './census.ts';
import { PLANTS, type Plant } from './plant.ts';
import { runHistory } from './run-history.ts';
import { shrink } from './shrink.ts';
import { tellStory } from './tell-story.ts';

const USAGE = `npm run simulate -- --seed N [--trace] [--plant NAME]
npm run simulate -- --seeds A..B [--census] [--plant NAME]

--seed    runs one history; one that breaks a promise is shrunk to the fewest faults and told
--seeds   runs histories from A to B, tells the first that breaks a promise, and ends with 1
--trace   tells the history whole, with the logs of the replicas
--census  counts histories, faults and words by kind
--plant   takes one rule of the service away: ${PLANTS.join(', ')}
`;

const OPTIONS = {
  seed: { type: 'string' },
  seeds: { type: 'string' },
  plant: { type: 'string' },
  trace: { type: 'boolean', default: false },
  census: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

const values = readValues();
const range = readRange(values.seeds ?? values.seed ?? '');
const plant = readPlant(values.plant);
if (values.help || range === undefined || plant === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else process.exitCode = (await run(range, plant)) ? 0 : 1;

function readValues() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch {
    // As without a seed: what would be right is printed.
    return parseArgs({ args: [], options: OPTIONS }).values;
  }
}

async function run({ from, to }: { from: number; to: number }, plant: Plant): Promise<boolean> {
  const census = createCensus();
  for (let seed = from; seed <= to; seed += 1) {
    const history = await runHistory(seed, { plant, isLogged: values.trace });
    census.add(history);
    if (values.trace) print(tellStory(seed, history));
    if (history.violations.length === 0) continue;
    const { history: least, runs } = await shrink(history, seed, plant);
    print(`Shrunk from ${history.faults.length} faults in ${runs} runs.\n`);
    print(tellStory(seed, least));
    print(`${JSON.stringify({ seed, faults: least.faults, callers: least.callers })}\n`);
    return false;
  }
  if (values.census) print(census.print());
  else if (!values.trace) print(`${to - from + 1} histories: every promise was kept.\n`);
  return true;
}

function readRange(text: string): { readonly from: number; readonly to: number } | undefined {
  const [, from, to = from] = /^(\d+)(?:\.\.(\d+))?$/.exec(text) ?? [];
  return from === undefined ? undefined : { from: Number(from), to: Number(to) };
}

function readPlant(name: string | undefined): Plant | undefined {
  return name === undefined ? 'none' : PLANTS.find((plant) => plant === name);
}

function print(text: string): void {
  process.stdout.write(text);
}
