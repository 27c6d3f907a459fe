import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createDataDirectory, createOperator, PARTNER_KEY_SECRETS } from '../admin.ts';
import { assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { makeSandboxWallet } from '../sandbox-wallet.ts';
import { startWorld } from '../world.ts';

const DATA_DIR = createDataDirectory({ after });
const world = await startWorld({ after }, { DATA_DIR, PARTNER_KEY_SECRETS });
const partner = await createOperator({ DATA_DIR }).addPartner('Active');

let guessed = 0;
const guess = () => {
  guessed += 1;
  return { 'idempotency-key': `order-${guessed}` };
};
const makeWallet = () => makeSandboxWallet(world, { sol: '20' });
const stakeOf = ({ address }: { readonly address: string }, amount = '2') => ({
  strategy: 'sol-native-stake',
  wallet: address,
  amount,
});

describe('a key that a stranger guessed and sent first', () => {
  test('for a wallet costs its owner a new key, and nothing else', async () => {
    const [key, wallet] = [guess(), await makeWallet()];
    assert.equal((await world.post('/stake', stakeOf(wallet, '9'), key)).status, 200);
    const refused = await world.post('/stake', stakeOf(wallet), key);
    assertProblem(refused, {
      slug: 'idempotency_mismatch',
      code: 'IDEMPOTENCY_KEY_REUSED',
      detail: /Nothing was done; use a new key/,
    });
    const built = await world.post('/stake', stakeOf(wallet), guess());
    assert.equal(built.status, 200, built.text);
    assert.equal(built.body.delegatedLamports, 2_000_000_000);
    assert.equal(built.headers['idempotent-replayed'], undefined);
  });

  test('with the same request gives its owner what was asked for, once', async () => {
    const [key, wallet] = [guess(), await makeWallet()];
    const strangers = await world.post('/stake', stakeOf(wallet), key);
    const own = await world.post('/stake', stakeOf(wallet), key);
    assert.equal(own.text, strangers.text);
    assert.equal(own.body.delegatedLamports, 2_000_000_000);
  });

  test('is free to a partner, whose space nobody enters without the partner key', async () => {
    const [key, wallet] = [guess(), await makeWallet()];
    assert.equal((await world.post('/stake', stakeOf(wallet, '9'), key)).status, 200);
    const wrong = await world.post('/stake', stakeOf(wallet, '9'), { ...key, 'x-partner-key': 'guessed' });
    assertProblem(wrong, { slug: 'forbidden', code: 'PARTNER_KEY_UNKNOWN' });
    const own = await world.post('/stake', stakeOf(wallet), { ...key, 'x-partner-key': partner.key });
    assert.equal(own.status, 200, own.text);
    assert.equal(own.headers['idempotent-replayed'], undefined);
  });

  test('is free at broadcast and refresh, where it belongs to the message', async () => {
    const [key, wallet, stranger] = [guess(), await makeWallet(), await makeWallet()];
    const [own, other] = await Promise.all(
      [wallet, stranger].map(async (each) => {
        const { body } = await world.post('/stake', stakeOf(each));
        return await signBuild(each, body);
      }),
    );
    assert.ok(own && other);
    // Whoever has another message, or another token or signature of it, does not get in.
    assert.equal((await world.post('/broadcast', other, key)).status, 200);
    const altered = Buffer.from(own.signed_tx, 'base64');
    altered.fill(1, 65, 129);
    for (const forged of [
      { ...own, service_token: other.service_token },
      { ...own, signed_tx: altered.toString('base64') },
    ]) {
      assert.notEqual((await world.post('/broadcast', forged, key)).status, 200);
    }
    const sent = await world.post('/broadcast', own, key);
    assert.equal(sent.status, 200, sent.text);
    assert.equal(sent.headers['idempotent-replayed'], undefined);
  });
});
