import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECORDED } from '@staking-agent/wire/examples';
import { recordProblems } from './record-problems.ts';

test('the problems in documents and OpenAPI are what a running service answers; `npm run generate` renews them', async () => {
  assert.deepEqual(await recordProblems(), RECORDED);
});
