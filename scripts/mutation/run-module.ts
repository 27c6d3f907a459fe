import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DryRun, Unit } from './messages.ts';
import type { Module } from './modules.ts';
import type { Mutant } from './mutant.ts';
import { mutateSource } from './mutate-source.ts';
import { startTryProcess, type TryProcess } from './try-process.ts';

const ROOT = join(import.meta.dirname, '../..');

/** What a mutant is tried with at the most, by what the units take of a processor without it. */
const MOST_MILLISECONDS = 2_500;

/** What became of a mutant: `killed` by a unit's failure, `hung` when a unit took too long, which counts as killed. */
export type Trial = {
  readonly mutant: Mutant;
  readonly end: 'killed' | 'hung' | 'survived' | 'unreached';
  readonly by: string | undefined;
};

/** How a module is tried. */
export type RunOptions = {
  readonly choose: (mutants: readonly Mutant[]) => readonly Mutant[];
  readonly processes: number;
  readonly environment: Readonly<Record<string, string>>;
};

/** Lists the mutants of files in the order of their numbers. */
function listMutants(files: readonly string[]): Mutant[] {
  const mutants: Mutant[] = [];
  for (const file of files)
    mutants.push(...mutateSource(file, readFileSync(join(ROOT, file), 'utf8'), mutants.length).mutants);
  return mutants;
}

/**
 * Tries mutants of a module, in several processes.
 *
 * @throws {Error} when a test fails without any mutant.
 */
export async function runModule(module: Module, options: RunOptions): Promise<Trial[]> {
  const mutants = listMutants(module.files);
  const waiting = [...options.choose(mutants)];
  const start = (): TryProcess => startTryProcess(module, options.environment);
  const first = start();
  const dryRun = await first.runDry();
  if (dryRun.broken.length > 0) throw new Error(`fails without a mutant: ${dryRun.broken.join('; ')}`);
  const planner = createPlanner(mutants, dryRun);
  const trials: Trial[] = [];
  const work = async (given: TryProcess): Promise<void> => {
    let process = given;
    const renew = (): void => {
      process.stop();
      process = start();
    };
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const trial = await tryOne(mutant, planner, () => process, renew);
      trials.push(trial);
    }
    process.stop();
  };
  const others = Array.from({ length: options.processes - 1 }, start);
  await Promise.all([first, ...others].map(work));
  return trials.sort((a, b) => a.mutant.id - b.mutant.id);
}

async function tryOne(
  mutant: Mutant,
  planner: Planner,
  current: () => TryProcess,
  renew: () => void,
): Promise<Trial> {
  const { id } = mutant;
  const plans = planner.plan(mutant);
  if (plans.length === 0) return { mutant, end: 'unreached', by: undefined };
  for (const plan of plans) {
    let report = await current().tryMutant({ kind: 'try', id, ...plan });
    if (report?.outcome === 'spoiled') {
      renew();
      report = await current().tryMutant({ kind: 'try', id, ...plan });
    }
    if (report === undefined || report.isSpent) renew();
    if (report === undefined) return { mutant, end: 'hung', by: undefined };
    if (report.outcome === 'killed') {
      planner.count(mutant, report.by);
      return {
        mutant,
        end: 'killed',
        by: report.by === undefined ? undefined : `${report.by.file}: ${report.by.name}`,
      };
    }
  }
  return { mutant, end: 'survived', by: undefined };
}

type Plan = { readonly units: readonly Unit[]; readonly isFresh: boolean };
type Planner = {
  /** With what a mutant is tried, in turn: in the modules as they are, then in copies that are imported with it. */
  plan(mutant: Mutant): Plan[];
  /** Counts for units that kill: they are the first for other mutants of the file. */
  count(mutant: Mutant, by: Unit | undefined): void;
};

function createPlanner(mutants: readonly Mutant[], { units, atImport }: DryRun): Planner {
  const kills = new Map<string, number>();
  const reachedBy = new Map<number, Unit[]>();
  const reachingFile = new Map<string, Set<Unit>>();
  for (const unit of units)
    for (const id of unit.reached) {
      reachedBy.set(id, [...(reachedBy.get(id) ?? []), unit]);
      const file = mutants[id]?.file ?? '';
      reachingFile.set(file, (reachingFile.get(file) ?? new Set()).add(unit));
    }
  const isAtImport = new Set(atImport);
  const order = (file: string, found: readonly Unit[]): Unit[] => {
    const costs = new Map(
      found.map((unit) => [unit, (unit.cost + 1) / (1 + 3 * (kills.get(nameOf(file, unit)) ?? 0))]),
    );
    const sorted = found.toSorted((a, b) => (costs.get(a) ?? 0) - (costs.get(b) ?? 0));
    let spent = 0;
    return sorted.filter(({ cost }) => {
      spent += cost;
      return spent - cost < MOST_MILLISECONDS;
    });
  };
  return {
    plan({ id, file }) {
      const direct = reachedBy.get(id) ?? [];
      const plans = direct.length > 0 ? [{ units: order(file, direct), isFresh: false }] : [];
      if (!isAtImport.has(id)) return plans;
      const near = new Set([...(reachingFile.get(file) ?? [])].map((unit) => unit.file));
      const around = units.filter((unit) => near.size === 0 || near.has(unit.file));
      return [...plans, { units: order(file, around), isFresh: true }];
    },
    count(mutant, by) {
      if (by === undefined) return;
      const name = nameOf(mutant.file, by);
      kills.set(name, (kills.get(name) ?? 0) + 1);
    },
  };
}

function nameOf(file: string, unit: Unit): string {
  return `${file} ${unit.file} ${unit.index}`;
}
