import { compareBuilds } from './compare-builds.ts';
import { compareEveryBuild } from './compare-every-build.ts';
import { compareHttp } from './compare-http.ts';
import { CAN_PIN } from './pinned-process.ts';
import { CAN_READ_CPU } from './read-cpu.ts';
import { formatSection, recordSection, type Section } from './report.ts';

/*
 * `node bench/run.ts [--check] [part …]` measures all parts unless some are named, and prints them into docs/benchmarks.md.
 * With `--check` it measures shortly, leaves the document alone and warns of ratios below their floors.
 */

/** Parts by name; each is told how many times as long as in a check to measure. */
const PARTS: Readonly<Record<string, (length: number) => Promise<readonly Section[]>>> = {
  native: (length) => compareBuilds(10 * length),
  http: (length) => compareHttp(10 * length),
  'every-build': (length) => compareEveryBuild(7 * length),
};
const LENGTH = 3;

const isCheck = process.argv.includes('--check');
const wanted = process.argv.slice(2).filter((name) => name !== '--check');
const unknown = wanted.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0)
  throw new Error(`No part is named ${unknown}; parts: ${Object.keys(PARTS).join(', ')}`);
if (!CAN_PIN) print('taskset is missing: nothing is kept on a core, so read ratios with care.');
if (!CAN_READ_CPU) throw new Error('The CPU time of other processes is read where Linux has it, in /proc.');
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const section of await measure(isCheck ? 1 : LENGTH)) {
    print(`\n${formatSection(section)}`);
    if (!isCheck) recordSection(section);
    for (const { name, value, least } of section.ratios)
      if (value < least) print(`::warning::${name}: ${value.toFixed(2)}, at least ${least}`);
  }
}
process.exit(0);

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
