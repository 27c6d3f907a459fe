import { chooseSample } from './choose-sample.ts';
import { isEquivalent } from './equivalents.ts';
import type { Module } from './modules.ts';
import { runModule, type Trial } from './run-module.ts';

/** How a module did: how many of the mutants that were tried its tests noticed, and those they did not. */
export type Judgement = {
  readonly tried: number;
  readonly killed: number;
  /** 0 to 1. */
  readonly share: number;
  readonly survivors: readonly Trial[];
};

/** Which mutants are tried, and with what. */
export type JudgeOptions = {
  readonly seed: number;
  /** How many at the most. */
  readonly size: number;
  /** Only of files whose path has it in it. */
  readonly part?: string;
  readonly processes: number;
  readonly environment: Readonly<Record<string, string>>;
};

/** Tries a sample of a module's mutants, without those on the list of equivalents. */
export async function judgeModule(
  module: Module,
  { seed, size, part = '', ...options }: JudgeOptions,
): Promise<Judgement> {
  const trials = await runModule(module, {
    ...options,
    choose: (mutants) => {
      const counted = mutants.filter((mutant) => mutant.file.includes(part) && !isEquivalent(mutant));
      return chooseSample(counted, seed, size);
    },
  });
  const survivors = trials.filter(({ end }) => end === 'survived' || end === 'unreached');
  const killed = trials.length - survivors.length;
  return { tried: trials.length, killed, share: killed / Math.max(1, trials.length), survivors };
}

/** Prints a judgement: a line of figures, and one for each survivor. */
export function printJudgement(name: string, { tried, killed, share, survivors }: Judgement): string {
  const lines = survivors.map(({ mutant: { file, line, before, after }, end }) => {
    const change = after === '' ? `without: ${before}` : `${before} → ${after}`;
    return `  ${end === 'unreached' ? 'no test runs' : 'survived'} ${file}:${line}: ${change}`;
  });
  return [`${name}: ${killed} of ${tried} killed, ${(100 * share).toFixed(1)} %`, ...lines].join('\n');
}
