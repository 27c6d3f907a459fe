import { compareBuilds } from './compare-builds.ts';
import { compareCores } from './compare-cores.ts';
import { compareEveryBuild } from './compare-every-build.ts';
import { compareHttp } from './compare-http.ts';
import { compareKeys } from './compare-keys.ts';
import { compareLimits } from './compare-limits.ts';
import { compareSandbox } from './compare-sandbox.ts';
import { recordSection } from './document.ts';
import { measureProof } from './measure-proof.ts';
import { measureStart } from './measure-start.ts';
import { CAN_PIN } from './pinned-process.ts';
import { CAN_READ_CPU } from './read-cpu.ts';
import { print, printSection } from './report.ts';
import type { Section } from './section.ts';

const PARTS: Readonly<Record<string, () => Promise<readonly Section[]>>> = {
  native: () => compareBuilds(),
  proof: () => measureProof(),
  http: () => compareHttp(),
  keys: () => compareKeys(),
  limits: () => compareLimits(),
  'every-build': () => compareEveryBuild(),
  sandbox: () => compareSandbox(),
  start: () => measureStart(),
  cores: () => compareCores(),
};

// `node bench/run.ts [part …]`: all parts unless some are named. What was measured is printed into docs/benchmarks.md.
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => PARTS[name] === undefined);
if (unknown.length > 0)
  throw new Error(`No part is named ${unknown}; parts: ${Object.keys(PARTS).join(', ')}`);
if (!CAN_PIN) print('taskset is missing: nothing is kept on a core, so read ratios with care.');
if (!CAN_READ_CPU) throw new Error('The CPU time of other processes is read where Linux has it, in /proc.');
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const section of await measure()) {
    printSection(section);
    recordSection(section);
  }
}
process.exit(0);
