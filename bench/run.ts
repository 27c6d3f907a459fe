import { availableParallelism, cpus } from 'node:os';
import { compareBuilds } from './compare-builds.ts';
import { compareEveryBuild } from './compare-every-build.ts';
import { compareHttp } from './compare-http.ts';
import { compareKeys } from './compare-keys.ts';
import { compareLimits } from './compare-limits.ts';
import { measureProof } from './measure-proof.ts';
import { CAN_PIN } from './pinned-process.ts';
import { print, printSection } from './report.ts';

print(
  `node ${process.version}, ${process.platform} ${process.arch}, ${availableParallelism()} cores, ${cpus()[0]?.model}`,
);
if (!CAN_PIN) print('taskset is missing: nothing is kept on a core, so read ratios with care.');
for (const measure of [compareBuilds, measureProof, compareHttp, compareKeys, compareLimits]) {
  for (const section of await measure()) printSection(section);
}
// The CPU time of another process is read where Linux has it.
if (process.platform === 'linux') await compareEveryBuild();
process.exit(0);
