import assert from 'node:assert/strict';
import { type Group, run } from '@staking-agent/conformance';
import type { Cleanup } from '../world.ts';
import type { Mutant } from './mutant.ts';
import type { TestedDeployment } from './start-deployment.ts';
import { startProxy } from './start-proxy.ts';

/**
 * Runs the kit over a mutant: what is named for it fails, and nothing else.
 *
 * @param only - one group of the kit; what is named of others is left out.
 */
export async function runMutant(
  t: Cleanup,
  deployment: TestedDeployment,
  mutant: Mutant,
  only?: Group,
): Promise<void> {
  const proxy = await startProxy(t, deployment.world.service.url, mutant.create());
  const subject = deployment.createSubject(proxy.url);
  const results = await run(subject, {
    level: mutant.isFunded ? 'funded' : 'build',
    ...(only && { only }),
  });
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const expected = mutant.fails.filter((id) => only === undefined || id.startsWith(`${only}.`));
  const reasons = failed.map(({ id, reason }) => `${id}: ${reason}`).join('\n');
  assert.deepEqual(failed.map(({ id }) => id).toSorted(), expected.toSorted(), reasons);
  for (const { exchange } of failed) assert.ok(exchange, 'a failure shows its exchange');
}
