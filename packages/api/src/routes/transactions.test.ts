import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BroadcastAnswer, BroadcastBody } from '@staking-agent/wire';
import { createManualClock } from '../../test/manual-clock.ts';
import { settle } from '../../test/settle.ts';
import { createTinyTransaction } from '../../test/tiny-transaction.ts';
import { readSignedTransaction } from '../builds/message.ts';
import { answerInTime } from './transactions.ts';

const SIGNED = createTinyTransaction(1, 1);
const { signature } = readSignedTransaction(SIGNED);
const ANSWER: BroadcastAnswer = { signature, explorer: 'https://explorer.example' };

function begin(body: Partial<BroadcastBody>) {
  const clock = createManualClock();
  const answer = Promise.withResolvers<BroadcastAnswer>();
  const given = { signed_tx: SIGNED, service_token: 'token', ...body };
  let isOver = false;
  const settled = settle(answerInTime(given, clock, answer.promise)).finally(() => {
    isOver = true;
  });
  return { clock, answer, settled, isOver: () => isOver };
}

for (const [route, milliseconds, words] of [
  ['rpc', 15_000, /^The ledger did not say/],
  ['router', 55_000, /^The router did not say/],
] as const) {
  test(`a broadcast by ${route} that takes too long is unknown, by its signature`, async () => {
    const { clock, answer, settled, isOver } = begin({ route });
    await clock.pass(milliseconds - 1);
    assert.equal(isOver(), false);
    await clock.pass(1);
    const told = await settled;
    assert.deepEqual([told.end, told.outcome], ['OUTCOME_UNKNOWN', 'unknown']);
    assert.match(told.detail ?? '', words);
    // What becomes of it later is nobody's fault that is left.
    answer.reject(new Error('late'));
  });
}

test('the signature is named where the transaction can be read', async () => {
  for (const [body, members] of [
    [{}, { signature }],
    [{ signed_tx: 'nothing' }, {}],
  ] as const) {
    const clock = createManualClock();
    const given = { signed_tx: SIGNED, service_token: 'token', ...body };
    const told = answerInTime(given, clock, new Promise(() => undefined)).catch((error: unknown) => error);
    await clock.pass(15_000);
    assert.equal(Object(await told).members?.signature, 'signature' in members ? signature : undefined);
  }
});

test('an answer or a refusal in time is what it is', async () => {
  const good = begin({});
  good.answer.resolve(ANSWER);
  assert.equal((await good.settled).end, 'done');
  const bad = begin({});
  bad.answer.reject(new TypeError('ours'));
  await assert.rejects(bad.settled, TypeError);
});
