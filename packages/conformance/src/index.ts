export { Breach, Skipped } from './breach.ts';
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
export { createSubject, type SubjectOptions } from './create-subject.ts';
export type { Exchange } from './exchange.ts';
export { LAWS } from './laws.ts';
export { listChecks, type Result, run, type Scope } from './run.ts';
export { type Ended, runCommand } from './run-command.ts';
export { type Funds, need, type Subject } from './subject.ts';
