import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordProblems } from '@staking-agent/dev';
import { RECORDED } from '@staking-agent/wire/examples';

test('the problems in documents and OpenAPI are what a running service answers; `npm run generate` renews them', async () => {
  assert.deepEqual(await recordProblems(), RECORDED);
});
