import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { BroadcastAnswer } from '@staking-agent/wire';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { createFundedWallet, startWorld } from '../world.ts';

const world = await startWorld({ after });

async function buildStake(address: string) {
  const build = await world.post('/stake', { strategy: 'sol-native-stake', wallet: address, amount: '1' });
  assert.equal(build.status, 200, build.text);
  return build.body as { transaction: string; service_token: string };
}

test('a dead blockhash is said to be dead, and nothing is sent', async () => {
  const wallet = await createFundedWallet(world, '5');
  const build = await buildStake(wallet.address);
  const signed_tx = await wallet.sign(build.transaction);
  world.sandbox.ledger.advanceSlots(151);
  const answer = await world.post('/broadcast', { signed_tx, service_token: build.service_token });
  assertProblem(answer, {
    slug: 'upstream_error',
    code: 'BLOCKHASH_EXPIRED',
    outcome: 'expired',
    detail: /Blockhash not found/,
  });
  assert.equal(answer.body.retryable, false);
  assert.equal(await createLedgerClient(world).balance(wallet.address), 5_000_000_000n);
});

test('a transaction that landed before its blockhash died is still a success', async () => {
  const wallet = await createFundedWallet(world, '5');
  const build = await buildStake(wallet.address);
  const body = { signed_tx: await wallet.sign(build.transaction), service_token: build.service_token };
  assertOk(await world.post('/broadcast', body), BroadcastAnswer);
  world.sandbox.ledger.advanceSlots(151);
  assertOk(await world.post('/broadcast', body), BroadcastAnswer);
});
