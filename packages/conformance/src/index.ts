export {
  type Check,
  GROUPS,
  type Group,
  groupOf,
  type Law,
  LEVELS,
  type Level,
  type Named,
} from './check.ts';
export { CHECKS } from './checks/index.ts';
export type { Exchange } from './client.ts';
export { Breach, Skipped } from './client.ts';
export { LAWS } from './laws.ts';
export { listChecks, type Result, run, type Scope } from './report.ts';
export { type Ended, runCommand } from './run-command.ts';
export { createSubject, type Funds, need, type Subject, type SubjectOptions } from './subject.ts';
