import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { GROUPS, groupOf, LAWS, listChecks } from '@staking-agent/conformance';
import { routerRequests } from '../world.ts';
import { startDeployment } from './deployment.ts';

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
