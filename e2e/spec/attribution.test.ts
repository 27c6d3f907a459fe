import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { NativeStakeAnswer } from '@staking-agent/wire';
import { REQUEST_LIMITS } from '../../packages/api/src/store/driver.ts';
import { PATIENT_LIMITS } from '../../packages/api/test/open-patient-store.ts';
import { createDataDirectory, createOperator, PARTNER_KEY_SECRETS, takeLock } from '../admin.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createFundedWallet, startWorld } from '../world.ts';

const DATA_DIR = createDataDirectory({ after });
const COMING_SOON = 'sol-leveraged-stake';
// A lock is waited for as briefly as in production: one test holds it.
const limits = { ...PATIENT_LIMITS, lock: REQUEST_LIMITS.lock };
const world = await startWorld({ after }, { DATA_DIR, PARTNER_KEY_SECRETS, COMING_SOON }, {}, { limits });
const operator = createOperator({ DATA_DIR });
const partner = await operator.addPartner('Active');
const gone = await operator.addPartner('Gone');
await operator.run('partners', 'deactivate', gone.id);
const wallet = await createFundedWallet(world, '50');
const STAKE = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };

// One character off: its checksum does not hold.
const MISTYPED = `${partner.key.slice(0, -1)}${partner.key.endsWith('a') ? 'b' : 'a'}`;
// Well-formed, of another service: nobody has it.
const FOREIGN = `sapk_${'a'.repeat(32)}pbiyagy`;

/* Refusals: packages/conformance and packages/api/src/attribution/resolve-credit.test.ts. */
test('an unknown partner is refused in the words of an inactive one, and no answer repeats a key', async () => {
  const keys = [FOREIGN, MISTYPED, gone.key];
  const answers = await Promise.all(
    keys.map((partner_api_key) => world.post('/stake', { ...STAKE, partner_api_key })),
  );
  for (const answer of answers) {
    assertProblem(answer, { slug: 'forbidden', code: 'PARTNER_KEY_UNKNOWN' });
    for (const key of keys) assert.ok(!answer.text.includes(key));
  }
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
});

test('a locked database refuses attributed stakes and no others', async (t) => {
  const database = new DatabaseSync(join(DATA_DIR, 'state.sqlite'));
  t.after(() => database.close());
  await takeLock(database);
  const refused = await world.post('/stake', { ...STAKE, partner_api_key: partner.key });
  assertProblem(refused, { slug: 'service_unavailable', code: 'STORE_UNAVAILABLE' });
  assert.equal(refused.headers['retry-after'], '2');
  assertOk(await world.post('/stake', STAKE), NativeStakeAnswer);
  database.exec('ROLLBACK');
  assertOk(await world.post('/stake', { ...STAKE, partner_api_key: partner.key }), NativeStakeAnswer);
});

test('no partner key is kept anywhere, whatever came with it', async () => {
  const { id, key } = await operator.addPartner('Canary');
  const headers = { 'x-partner-key': key, 'idempotency-key': 'canary-1' };
  assertOk(await world.post('/stake', { ...STAKE, partner_api_key: key }, headers), NativeStakeAnswer);
  await world.post('/stake', { ...STAKE, partner_api_key: key, amount: '' }, headers);
  const signed = await world.post('/stake', STAKE, { 'x-partner-key': key });
  const { transaction, service_token } = signed.body;
  assert.ok(!Buffer.from(service_token, 'latin1').includes(key.slice(5, 25)));
  await world.post('/broadcast', { signed_tx: await wallet.sign(transaction), service_token }, headers);
  await operator.readCredit(wallet.address);
  const { key: next } = await operator.run('partners', 'rotate-key', id);
  const files = readdirSync(DATA_DIR).map((name) => readFileSync(join(DATA_DIR, name), 'latin1'));
  const everything = files.join('');
  assert.ok(everything.includes(id) && everything.includes(key.slice(-4)), 'the partner is in there');
  for (const secret of [key, next, partner.key, gone.key]) {
    assert.ok(!everything.includes(secret.slice(5, 25)) && !everything.includes(secret.slice(-20)));
  }
});
