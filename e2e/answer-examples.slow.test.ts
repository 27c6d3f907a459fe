import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printStill, recordAnswers } from '@staking-agent/dev';
import { RECORDED_ANSWERS } from '@staking-agent/wire/examples';

test('the answers in documents and OpenAPI are what a running service answers, but for figures and times', async () => {
  const { wallet } = RECORDED_ANSWERS.entryOptions;
  const recorded = await recordAnswers({ wallet, stakeAccount: wallet }, true);
  assert.deepEqual(JSON.parse(printStill(recorded)), JSON.parse(printStill(RECORDED_ANSWERS)));
});
