import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { run } from '@staking-agent/conformance';
import { MUTANTS_OF_ANSWERS } from './mutants-of-answers.ts';
import { MUTANTS_OF_BUILDS } from './mutants-of-builds.ts';
import { startDeployment } from './start-deployment.ts';
import { startProxy } from './start-proxy.ts';

const deployment = await startDeployment({ after });

test('a proxy that changes nothing fails nothing', async (t) => {
  const proxy = await startProxy(t, deployment.world.service.url, (given) => given);
  const results = await run(deployment.createSubject(proxy.url), { level: 'funded' });
  assert.deepEqual(
    results.filter(({ outcome }) => outcome === 'failed').map(({ id, reason }) => `${id}: ${reason}`),
    [],
  );
});

for (const mutant of [...MUTANTS_OF_ANSWERS, ...MUTANTS_OF_BUILDS]) {
  test(`a deployment that ${mutant.name} fails ${mutant.fails.join(', ')}`, async (t) => {
    const proxy = await startProxy(t, deployment.world.service.url, mutant.create());
    const level = mutant.isFunded ? 'funded' : 'build';
    const results = await run(deployment.createSubject(proxy.url), { level });
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    const reasons = failed.map(({ id, reason }) => `${id}: ${reason}`).join('\n');
    assert.deepEqual(failed.map(({ id }) => id).toSorted(), mutant.fails.toSorted(), reasons);
    for (const { exchange } of failed) assert.ok(exchange, 'a failure shows its exchange');
  });
}
