import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { GROUPS, groupOf, LAWS, listChecks } from '@staking-agent/conformance';
import { routerRequests } from '../world.ts';
import { MUTANTS_OF_ANSWERS } from './mutants-of-answers.ts';
import { MUTANTS_OF_BUILDS } from './mutants-of-builds.ts';
import { runMutant } from './run-mutant.ts';
import { startDeployment } from './start-deployment.ts';

const deployment = await startDeployment({ after });
const subject = deployment.createSubject();
const { world } = deployment;
/** A refresh succeeds once the first build is dead, half a minute later: refresh.test.ts cuts that short. */
const SEEN_ELSEWHERE = ['builds.answer-refresh'];
const checks = listChecks({ level: 'funded' });

for (const group of GROUPS) {
  describe(group, () => {
    let asked = 0;
    if (group === 'bad-input') {
      test('before bad input', async () => {
        asked = await routerRequests(world);
      });
    }
    for (const check of checks.filter((each) => groupOf(each) === group)) {
      test(`${check.id}: ${check.proves}`, () => check.run(subject));
    }
    if (group === 'bad-input') {
      test('no bad input makes the service ask the router', async () => {
        assert.equal(await routerRequests(world), asked);
      });
    }
  });
}

describe('every answer', () => {
  for (const law of LAWS.filter(({ id }) => !SEEN_ELSEWHERE.includes(id)))
    test(`${law.id}: ${law.proves}`, () => law.run(subject.client.exchanges));

  test('keeps to itself what serves it', () => {
    for (const { answer } of subject.client.exchanges) {
      assert.equal(answer.headers['server'], undefined);
      assert.equal(answer.headers['x-powered-by'], undefined);
    }
  });
});

test('there is something to see', () => {
  assert.ok(checks.length > 80 && subject.client.exchanges.length > 500);
});

/** All of them take minutes: mutants.slow.test.ts. Each of these is looked at by one group alone. */
const SAMPLE = [
  ['loses CORS on writes', 'headers'],
  ['puts a lamport more into the transfer', 'builds'],
] as const;

describe('a deployment that breaks one thing', () => {
  for (const [name, group] of SAMPLE) {
    const mutant = [...MUTANTS_OF_ANSWERS, ...MUTANTS_OF_BUILDS].find((each) => each.name === name);
    test(`and ${name} is found out`, async (t) => {
      assert.ok(mutant);
      await runMutant(t, deployment, mutant, group);
    });
  }
});
