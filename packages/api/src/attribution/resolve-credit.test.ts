import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { part } from '../../test/part.ts';
import { isProblemError } from '../problems/problem.ts';
import {
  createPartnerKey,
  type Directory,
  findPartner,
  hashPartnerKey,
  type PartnerKeySecret,
  readAttribution,
  resolveCredit,
} from './attribution.ts';

const SECRETS = [1, 2].map(
  (byte) => ({ kid: `s${byte}`, secret: Buffer.alloc(32, byte) }) as unknown as PartnerKeySecret,
);
const KEY = createPartnerKey();
const codeIs = (code: string) => (error: unknown) => isProblemError(error) && error.code === code;

/** A directory with one partner, whose key was hashed under one of the secrets, and one code of a referrer. */
function createDirectory({
  isActive = true,
  isCredited = false,
  secret = 0,
  asked = [] as string[],
} = {}): Directory {
  const known = SECRETS[secret] ?? assert.fail();
  const keyHash = hashPartnerKey(known, KEY);
  return {
    secrets: SECRETS,
    partners: part({
      findByKey: async (hash: string) => {
        asked.push(hash);
        return hash === keyHash && isActive ? 'partner' : undefined;
      },
    }),
    referralCodes: part({ findReferrer: async (code) => (code === 'FRIEND' ? 'referrer' : undefined) }),
    attributions: part({ has: async () => isCredited }),
  };
}

const credit = (
  partnerKey?: string,
  referralCode?: string,
  directory = createDirectory(),
  wallet = 'wallet',
) => resolveCredit({ partnerKey, referralCode }, wallet, directory);

suite('who is credited', () => {
  test('is the partner of the key, the referrer of the code, or both', async () => {
    assert.deepEqual(await credit(KEY), { partnerId: 'partner', referralCode: undefined });
    assert.deepEqual(await credit(undefined, 'FRIEND'), { partnerId: undefined, referralCode: 'FRIEND' });
    assert.deepEqual(await credit(KEY, 'FRIEND'), { partnerId: 'partner', referralCode: 'FRIEND' });
  });

  test('is nobody where nobody is named, or a wallet names itself', async () => {
    assert.equal(await credit(), undefined);
    assert.equal(await credit(undefined, 'FRIEND', createDirectory(), 'referrer'), undefined);
    const own = await credit(KEY, 'FRIEND', createDirectory(), 'referrer');
    assert.deepEqual(own, { partnerId: 'partner', referralCode: undefined });
  });

  test('is nobody for a wallet that is credited already', async () => {
    assert.equal(await credit(KEY, 'FRIEND', createDirectory({ isCredited: true })), undefined);
  });

  test('is refused for a key of nobody, of one that is switched off, and a code of nobody', async () => {
    await assert.rejects(credit(createPartnerKey()), codeIs('PARTNER_KEY_UNKNOWN'));
    await assert.rejects(
      credit(KEY, undefined, createDirectory({ isActive: false })),
      codeIs('PARTNER_KEY_UNKNOWN'),
    );
    await assert.rejects(credit(undefined, 'NOBODY'), codeIs('REFERRAL_CODE_NOT_FOUND'));
    await assert.rejects(credit(KEY, 'NOBODY'), codeIs('REFERRAL_CODE_NOT_FOUND'));
  });
});

suite('a partner', () => {
  test('is found under any secret that is still known', async () => {
    for (const secret of [0, 1]) assert.equal(await findPartner(KEY, createDirectory({ secret })), 'partner');
  });

  test('is not looked for by what is no key', async () => {
    const asked: string[] = [];
    assert.equal(await findPartner('guess', createDirectory({ asked })), undefined);
    assert.deepEqual(asked, []);
  });
});

suite('what a request says of it', () => {
  test('is nothing, or what body or header say', () => {
    assert.equal(readAttribution({}, {}), undefined);
    for (const { body = {}, headers = {} } of [
      { body: { partner_api_key: 'p' }, headers: {} },
      { body: {}, headers: { 'x-partner-key': 'p' } },
      { body: { partner_api_key: 'p' }, headers: { 'x-partner-key': 'p' } },
    ])
      assert.deepEqual(readAttribution(body, headers), {
        partnerKey: 'p',
        referralCode: undefined,
      });
    for (const { body = {}, headers = {} } of [
      { body: { referral_code: 'friend' }, headers: {} },
      { body: {}, headers: { 'x-referral-code': 'FRIEND' } },
      { body: { referral_code: 'FriEnd' }, headers: { 'x-referral-code': 'fRIEND' } },
    ])
      assert.deepEqual(readAttribution(body, headers), {
        partnerKey: undefined,
        referralCode: 'FRIEND',
      });
  });

  test('is refused where body and header differ, by the names of both', () => {
    const conflict = (field: string, header: string) => (error: unknown) =>
      codeIs('ATTRIBUTION_CONFLICT')(error) &&
      [field, header].every((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(String(error)));
    assert.throws(
      () => readAttribution({ partner_api_key: 'p' }, { 'x-partner-key': 'q' }),
      conflict('partner_api_key', 'X-Partner-Key'),
    );
    assert.throws(
      () => readAttribution({ referral_code: 'FRIEND' }, { 'x-referral-code': 'OTHER' }),
      conflict('referral_code', 'X-Referral-Code'),
    );
  });

  for (const code of ['abc', 'a'.repeat(13), 'with space', 'dotless-ı', 'ſlong', 'a_b_c', '']) {
    test(`is refused for the code ${JSON.stringify(code)}`, () => {
      assert.throws(() => readAttribution({ referral_code: code }, {}), codeIs('REFERRAL_CODE_MALFORMED'));
    });
  }
});
