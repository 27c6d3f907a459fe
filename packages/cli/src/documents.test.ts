import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBuild } from './documents.ts';

for (const document of [null, true, 5, [], {}, { transaction: 5 }, { transaction: null }])
  test(`${JSON.stringify(document)} is no build`, () => {
    assert.throws(() => toBuild(document), {
      name: 'UsageError',
      message: /^A build is JSON with transaction/,
    });
  });

test('a build is the base64 of a transaction, or an answer with all its members', () => {
  assert.deepEqual(toBuild('AQ=='), { transaction: 'AQ==' });
  const answer = { transaction: 'AQ==', service_token: 'st3', notes: 'x' };
  assert.deepEqual(toBuild(answer), answer);
});
