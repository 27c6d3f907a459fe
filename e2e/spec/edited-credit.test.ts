import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { BroadcastAnswer } from '@staking-agent/wire';
import { createDataDirectory, createOperator, PARTNER_KEY_SECRETS, passTime } from '../admin.ts';
import { assertOk } from '../assert-answer.ts';
import { makeSandboxWallet, type SandboxWallet } from '../sandbox-wallet.ts';
import { type Answer, startWorld } from '../world.ts';

const DATA_DIR = createDataDirectory({ after });
const world = await startWorld({ after }, { PARTNER_KEY_SECRETS, DATA_DIR });
const operator = createOperator({ DATA_DIR });
const [partner, thief] = [await operator.addPartner('Acorn'), await operator.addPartner('Thief')];

type Build = Answer['body'];

const build = ({ address }: SandboxWallet, partner_api_key: string): Promise<Build> =>
  world.build('/stake', { strategy: 'sol-liquid-stake', wallet: address, amount: '2', partner_api_key });

const broadcast = (signed_tx: string, { transaction, service_token }: Build) =>
  world.post('/broadcast', { signed_tx, service_token, built_transaction: transaction, route: 'rpc' });

async function assertEdited(answer: Answer, kinds: readonly string[]): Promise<void> {
  assert.equal(answer.status, 200, answer.text);
  const { mutations }: { mutations: readonly { kind: string }[] } = answer.body;
  assert.deepEqual(
    mutations.map(({ kind }) => kind),
    kinds,
  );
}

test('a partner is credited by the signature of the transaction that the wallet edited', async () => {
  const wallet = await makeSandboxWallet(world, { sol: '20' });
  const body = { strategy: 'sol-leveraged-stake', wallet: wallet.address, amount: '5' };
  const { body: built } = await world.post('/stake', body, { 'x-partner-key': partner.key });
  const answer = await world.post('/broadcast', {
    signed_tx: await wallet.sign(built.transaction, 'phantom'),
    service_token: built.service_token,
    built_transaction: built.transaction,
  });
  assertOk(answer, BroadcastAnswer);
  assert.equal(answer.body.mutations.length, 1);

  const credit = await operator.readCredit(wallet.address);
  assert.deepEqual([credit.partner_id, credit.signature], [partner.id, answer.body.signature]);
});

describe('a stake of one build is not credited to the partner of another that it looks like an edit of', () => {
  test('that is broadcast first, while the build has a partner', async () => {
    const wallet = await makeSandboxWallet(world, { sol: '9' });
    const built = await build(wallet, partner.key);
    world.sandbox.ledger.advanceSlots(3);
    const other = await build(wallet, thief.key);
    await assertEdited(await broadcast(await wallet.sign(built.transaction), other), ['blockhash']);
    await passTime(DATA_DIR, 80_000);
    assert.equal((await operator.readCredit(wallet.address)).partner_id, partner.id);
  });
});
