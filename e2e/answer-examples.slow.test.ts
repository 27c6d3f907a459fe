import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECORDED_ANSWERS } from '@staking-agent/wire/examples';
import { printStill, recordAnswers } from './record-answers.ts';

test('the answers in documents and OpenAPI are what a running service answers, but for figures and times', async () => {
  const recorded = await recordAnswers();
  assert.deepEqual(JSON.parse(printStill(recorded)), JSON.parse(printStill(RECORDED_ANSWERS)));
});
