import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { DryRun, Order, Report } from './messages.ts';
import type { Module } from './modules.ts';

const ENTRY = join(import.meta.dirname, 'try-mutants.ts');
const HOOKS = join(import.meta.dirname, 'hooks.ts');
const START_MILLISECONDS = 120_000;
/** What a loop without an end gets beyond the limit of its unit. */
const GRACE_MILLISECONDS = 1_000;

/** A process of its own that tries mutants of a module, one at a time. */
export type TryProcess = {
  /** Runs all tests without a mutant. */
  runDry(): Promise<DryRun>;
  /** Tries a mutant; undefined when the process hung or died over it. */
  tryMutant(order: Order & { kind: 'try' }): Promise<(Report & { kind: 'tried' }) | undefined>;
  stop(): void;
};

/** Starts it; it is ready when the first order is answered. */
export function startTryProcess(module: Module, environment: Readonly<Record<string, string>>): TryProcess {
  const child = fork(ENTRY, {
    execArgv: ['--import', HOOKS, '--no-warnings'],
    env: {
      // biome-ignore lint/style/noProcessEnv: tests get the environment that npm was started in.
      ...process.env,
      ...environment,
      MUTATED_FILES: JSON.stringify(module.files),
      TEST_FILES: JSON.stringify(module.tests),
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  return {
    async runDry() {
      const report = await ask(child, { kind: 'dry' });
      if (report?.kind !== 'dried') throw new Error(`the tests of ${module.name} end their process`);
      return report.dryRun;
    },
    async tryMutant(order) {
      const report = await ask(child, order);
      return report?.kind === 'tried' ? report : undefined;
    },
    stop: () => child.kill('SIGKILL'),
  };
}

function ask(child: ChildProcess, order: Order): Promise<Report | undefined> {
  return new Promise((resolve) => {
    let timer = setTimeout(end, START_MILLISECONDS);
    child.on('message', onMessage);
    child.once('exit', end);
    child.send(order, () => {});
    function onMessage(report: Report): void {
      if (report.kind === 'beat') {
        clearTimeout(timer);
        timer = setTimeout(end, report.limit + GRACE_MILLISECONDS);
      } else settle(report);
    }
    function end(): void {
      child.kill('SIGKILL');
      settle(undefined);
    }
    function settle(report: Report | undefined): void {
      clearTimeout(timer);
      child.off('message', onMessage);
      child.off('exit', end);
      resolve(report);
    }
  });
}
