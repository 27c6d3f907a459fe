import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { run } from '@staking-agent/conformance';
import { startDeployment, startProxy } from './deployment.ts';
import type { Mutant } from './mutant.ts';
import { MUTANTS_OF_ANSWERS } from './mutants-of-answers.ts';
import { MUTANTS_OF_BUILDS } from './mutants-of-builds.ts';

const MUTANTS_AT_ONCE = 5;

const deployment = await startDeployment({ after });

test('a proxy that changes nothing fails nothing', async (t) => {
  const proxy = await startProxy(t, deployment.world.service.url, (given) => given);
  const results = await run(deployment.createSubject(proxy.url), { level: 'funded' });
  assert.deepEqual(
    results.filter(({ outcome }) => outcome === 'failed').map(({ id, reason }) => `${id}: ${reason}`),
    [],
  );
});

for (const mutants of groupByChecks([...MUTANTS_OF_ANSWERS, ...MUTANTS_OF_BUILDS])) {
  const fails = mutants.flatMap((mutant) => mutant.fails).toSorted();
  test(`a deployment that ${mutants.map(({ name }) => name).join(', ')} fails ${fails.join(', ')}`, async (t) => {
    const changes = mutants.map(({ create }) => create());
    const proxy = await startProxy(t, deployment.world.service.url, (given, asked) =>
      changes.reduce((answer, change) => change(answer, asked), given),
    );
    const level = mutants[0]?.isFunded ? 'funded' : 'build';
    const results = await run(deployment.createSubject(proxy.url), { level });
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    const reasons = failed.map(({ id, reason }) => `${id}: ${reason}`).join('\n');
    assert.deepEqual(failed.map(({ id }) => id).toSorted(), fails, reasons);
    for (const { exchange } of failed) assert.ok(exchange, 'a failure shows its exchange');
  });
}

/** Puts mutants together that fail no check in common: one run of the kit tries them all, and each check tells which it met. */
function groupByChecks(mutants: readonly Mutant[]): readonly (readonly Mutant[])[] {
  const groups: Mutant[][] = [];
  for (const mutant of mutants) {
    const fits = (group: readonly Mutant[]) =>
      group.length < MUTANTS_AT_ONCE &&
      group[0]?.isFunded === mutant.isFunded &&
      !group.some(({ fails }) => fails.some((id) => mutant.fails.includes(id)));
    const group = groups.find(fits);
    if (group === undefined) groups.push([mutant]);
    else group.push(mutant);
  }
  return groups;
}
