import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { NativeStakeAnswer, NativeStrategyAnswer } from '@staking-agent/wire';
import { assertOk } from '../assert-answer.ts';
import { startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { createFundedWallet, send, startWorld } from '../world.ts';

const world = await startWorld({ after });

/** The native detail, once the validator is known. */
async function detail(url: string) {
  for (;;) {
    const answer = await send('GET', `${url}/api/v1/strategies/sol-native-stake`);
    assertOk(answer, NativeStrategyAnswer);
    const { validator } = answer.body.strategy;
    if (validator !== null) return validator;
  }
}

async function stakeNotes(url: string): Promise<string> {
  const wallet = await createFundedWallet(world, '3');
  const body = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '2' };
  const answer = await send('POST', `${url}/api/v1/stake`, body);
  assertOk(answer, NativeStakeAnswer);
  return answer.body.notes;
}

test('the native detail says what the ledger says of the validator, beside onchain', async () => {
  const { url } = world.service;
  const { delinquent, commissionPercent, commissionPercentBefore, activatedStake } = await detail(url);
  assert.deepEqual([delinquent, commissionPercent, commissionPercentBefore], [false, 5, null]);
  assert.match(activatedStake, /^\d+(\.\d{1,9})?$/);
  assert.doesNotMatch(await stakeNotes(url), /delinquent|commission/);
});

test('a delinquent validator is told in the detail and in the stake answer', async (t) => {
  const node = await startLyingNode(t, world.sandbox.url);
  node.tell((answer) => {
    if (answer.method !== 'getVoteAccounts') return;
    answer.result = { current: [], delinquent: answer.result.current };
  });
  const { url } = await startReplica(t, world.sandbox, { LEDGER_RPC_URLS: node.url });
  assert.equal((await detail(url)).delinquent, true);
  assert.match(await stakeNotes(url), / The validator is delinquent: it has not voted lately/);
});
