import { Breach, Skipped } from './breach.ts';
import { type Check, type Group, groupOf, type Law, LEVELS, type Level, type Named } from './check.ts';
import { CHECKS } from './checks/index.ts';
import type { Exchange } from './exchange.ts';
import { LAWS } from './laws.ts';
import type { Subject } from './subject.ts';

/** What came of a check or a law. */
export type Result = Named & {
  readonly group: Group;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it failed or was skipped. */
  readonly reason?: string;
  /** What shows that it failed. */
  readonly exchange?: Exchange;
};

/** What a run covers. */
export type Scope = {
  /** Checks of higher levels are left out. */
  readonly level: Level;
  /** One group alone, its laws on what its checks exchange. */
  readonly only?: Group;
};

/** Lists the checks of a scope, in the order in which they run. */
export function listChecks({ level, only }: Scope): readonly Check[] {
  const highest = LEVELS.indexOf(level);
  return CHECKS.filter(
    (check) => LEVELS.indexOf(check.level) <= highest && (only === undefined || groupOf(check) === only),
  );
}

/** Runs the checks of a scope one after the other, then applies the laws to all exchanges. */
export async function run(
  subject: Subject,
  scope: Scope,
  tell: (result: Result) => void = () => undefined,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const keep = (result: Result) => {
    results.push(result);
    tell(result);
  };
  for (const check of listChecks(scope)) keep(await judge(check, () => check.run(subject)));
  const laws = LAWS.filter((law) => scope.only === undefined || groupOf(law) === scope.only);
  for (const law of laws) keep(await judge(law, async () => law.run(subject.client.exchanges)));
  return results;
}

/** @throws any error that is neither a breach nor a skip: a defect of the kit or of its machine. */
async function judge(named: Check | Law, act: () => Promise<void>): Promise<Result> {
  const { id, section, proves } = named;
  const result = { id, section, proves, group: groupOf(named) };
  try {
    await act();
    return { ...result, outcome: 'passed' };
  } catch (error) {
    if (error instanceof Skipped) return { ...result, outcome: 'skipped', reason: error.message };
    if (!(error instanceof Breach)) throw error;
    const { message: reason, exchange } = error;
    return { ...result, outcome: 'failed', reason, ...(exchange && { exchange }) };
  }
}
