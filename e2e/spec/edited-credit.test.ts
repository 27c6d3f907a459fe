import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BroadcastAnswer } from '@staking-agent/wire';
import { createDataDirectory, createOperator, PARTNER_KEY_SECRETS } from '../admin.ts';
import { assertOk } from '../assert-answer.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { startWorld } from '../world.ts';

test('a partner is credited by the signature of the transaction that the wallet edited', async (t) => {
  const place = { DATA_DIR: createDataDirectory(t) };
  const world = await startWorld(t, { PARTNER_KEY_SECRETS, ...place });
  const operator = createOperator(place);
  const { id, key } = await operator.addPartner('Acorn');
  const wallet = await makeSandboxWallet(world, { sol: '20' });

  const body = { strategy: 'sol-leveraged-stake', wallet: wallet.address, amount: '5' };
  const { body: build } = await world.post('/stake', body, { 'x-partner-key': key });
  const answer = await world.post('/broadcast', {
    signed_tx: await wallet.sign(build.transaction, 'phantom'),
    service_token: build.service_token,
    built_transaction: build.transaction,
  });
  assertOk(answer, BroadcastAnswer);
  assert.equal(answer.body.mutations.length, 1);

  const credit = await operator.readCredit(wallet.address);
  assert.deepEqual([credit.partner_id, credit.signature], [id, answer.body.signature]);
});
