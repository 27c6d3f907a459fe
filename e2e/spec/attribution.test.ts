import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { createWallet } from '@staking-agent/dev';
import { BroadcastAnswer, NativeStakeAnswer } from '@staking-agent/wire';
import { REQUEST_LIMITS } from '../../packages/api/src/store/driver.ts';
import { PATIENT_LIMITS } from '../../packages/api/test/open-patient-store.ts';
import { allSettled, createDataDirectory, createOperator, PARTNER_KEY_SECRETS, passTime } from '../admin.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { createOwner } from '../hold-to-ledger.ts';
import { createFundedWallet, fundUsdc, startWorld } from '../world.ts';

const DATA_DIR = createDataDirectory({ after });
const COMING_SOON = 'sol-leveraged-stake';
// A lock is waited for as briefly as in production: one test holds it.
const limits = { ...PATIENT_LIMITS, lock: REQUEST_LIMITS.lock };
const world = await startWorld({ after }, { DATA_DIR, PARTNER_KEY_SECRETS, COMING_SOON }, {}, { limits });
const operator = createOperator({ DATA_DIR });
const partner = await operator.addPartner('Active');
const gone = await operator.addPartner('Gone');
await operator.run('partners', 'deactivate', gone.id);
const referrer = await createWallet();
const CODE = await operator.createCode(referrer.address);
const RETIRED = await operator.createCode(referrer.address);
await operator.run('referrals', 'retire', RETIRED);
const wallet = await createFundedWallet(world, '50');
const STAKE = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };

// One character off: its checksum does not hold.
const MISTYPED = `${partner.key.slice(0, -1)}${partner.key.endsWith('a') ? 'b' : 'a'}`;
// Well-formed, of another service: nobody has it.
const FOREIGN = `sapk_${'a'.repeat(32)}pbiyagy`;

type Expected = Parameters<typeof assertProblem>[1];
const FORBIDDEN: Expected = { slug: 'forbidden', code: 'PARTNER_KEY_UNKNOWN' };
const UNRESOLVED: Expected = { slug: 'not_found', code: 'REFERRAL_CODE_NOT_FOUND' };
const MALFORMED: Expected = { slug: 'invalid_request', code: 'REFERRAL_CODE_MALFORMED' };

/* Other refusals: the attribution checks of packages/conformance. */
describe('is refused', () => {
  const cases: Record<string, [object, Record<string, string>, Expected]> = {
    'a mistyped key': [{ partner_api_key: MISTYPED }, {}, FORBIDDEN],
    'a key with a space after it': [{ partner_api_key: `${partner.key} ` }, {}, FORBIDDEN],
    'the key of an inactive partner': [{ partner_api_key: gone.key }, {}, FORBIDDEN],
    'the key of an inactive partner in the header': [{}, { 'x-partner-key': gone.key }, FORBIDDEN],
    'a code that is retired': [{ referral_code: RETIRED }, {}, UNRESOLVED],
    'a malformed code in the body beside a good one': [
      { referral_code: 'A-B-C' },
      { 'x-referral-code': CODE },
      MALFORMED,
    ],
  };
  for (const [name, [fields, headers, expected]] of Object.entries(cases)) {
    test(name, async () => {
      const answer = await world.post('/stake', { ...STAKE, ...fields }, headers);
      assertProblem(answer, expected);
      for (const key of [partner.key, gone.key, FOREIGN]) assert.ok(!answer.text.includes(key));
    });
  }

  test('an unknown partner in the words of an inactive one', async () => {
    const texts = await Promise.all(
      [FOREIGN, MISTYPED, gone.key].map(async (partner_api_key) => {
        return (await world.post('/stake', { ...STAKE, partner_api_key })).text;
      }),
    );
    assert.equal(new Set(texts).size, 1);
  });
});

test('both spellings are taken when they say the same, codes in any case', async () => {
  const fields = { partner_api_key: partner.key, referral_code: CODE.toLowerCase() };
  const headers = { 'x-partner-key': partner.key, 'x-referral-code': CODE };
  for (const answer of [
    await world.post('/stake', { ...STAKE, ...fields }, headers),
    await world.post('/stake', { ...STAKE, ...fields }),
    await world.post('/stake', STAKE, headers),
  ]) {
    assertOk(answer, NativeStakeAnswer);
  }
});

test('attribution is looked at by stakes alone', async () => {
  const bad = { partner_api_key: 'none', referral_code: '!' };
  const headers = { 'x-partner-key': 'other', 'x-referral-code': '?' };
  const stakeAccount = await createOwner(world, wallet).stakeNative('2');
  const unstake = { ...STAKE, ...bad, kind: 'deactivate', stakeAccount };
  assert.equal((await world.post('/unstake', unstake, headers)).status, 200);
  const withdraw = { wallet: wallet.address, stakeAccount, ...bad };
  const answer = await world.post('/withdraw', withdraw, headers);
  assertProblem(answer, { slug: 'upstream_error' });
  const quote = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '1', ...bad };
  assert.equal((await world.post('/quote', quote, headers)).status, 200);
});

test('a locked database refuses attributed stakes and no others', async (t) => {
  const database = new DatabaseSync(join(DATA_DIR, 'state.sqlite'));
  t.after(() => database.close());
  database.exec('BEGIN IMMEDIATE');
  const refused = await world.post('/stake', { ...STAKE, partner_api_key: partner.key });
  assertProblem(refused, { slug: 'service_unavailable', code: 'STORE_UNAVAILABLE' });
  assert.equal(refused.headers['retry-after'], '2');
  assertOk(await world.post('/stake', STAKE), NativeStakeAnswer);
  database.exec('ROLLBACK');
  assertOk(await world.post('/stake', { ...STAKE, partner_api_key: partner.key }), NativeStakeAnswer);
});

test('who builds the same for a wallet earns nothing from what the wallet builds itself', async () => {
  const saver = await createFundedWallet(world, '1');
  await fundUsdc(world, saver, '100');
  const body = { strategy: 'usdc-earn', wallet: saver.address, amount: '10' };
  const squatted = await world.post('/stake', { ...body, referral_code: CODE });
  const own = await world.post('/stake', body);
  assert.notEqual(own.body.transaction, squatted.body.transaction);
  const signed_tx = await saver.sign(own.body.transaction);
  const mixed = await world.post('/broadcast', { signed_tx, service_token: squatted.body.service_token });
  assertProblem(mixed, { slug: 'forbidden', code: 'TOKEN_MISMATCH' });
  assertOk(
    await world.post('/broadcast', { signed_tx, service_token: own.body.service_token }),
    BroadcastAnswer,
  );
  await passTime(DATA_DIR, 61 * 60_000);
  await allSettled(DATA_DIR);
  assert.deepEqual(
    (await operator.attributions()).filter((row) => row.wallet === saver.address),
    [],
  );
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
