import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createWallet } from '@staking-agent/dev';
import { assertProblem } from '../assert-answer.ts';
import { routerRequests, startWorld } from '../world.ts';

const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const STAKE_ACCOUNT = 'BdLKM6fiT13Eqm14gS3XjceQmPNWpSoEqYeQXBMc9Dsk';
const stake = { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5' };
const unstake = {
  strategy: 'sol-native-stake',
  wallet: WALLET,
  kind: 'deactivate',
  stakeAccount: STAKE_ACCOUNT,
};
const quote = { strategy: 'sol-native-stake', wallet: WALLET, amount: '1', stakeAccount: STAKE_ACCOUNT };
const withdraw = { wallet: WALLET, stakeAccount: STAKE_ACCOUNT };
const broadcast = { signed_tx: 'AQ==', service_token: 'st1.x' };
const ENDPOINTS = {
  '/stake': stake,
  '/unstake': unstake,
  '/quote': quote,
  '/withdraw': withdraw,
  '/broadcast': broadcast,
};

// One world for the file: nothing here gets as far as changing it.
const world = await startWorld({ after });

const NOT_TEXT = [null, 1, 1.5, true, [], ['1'], {}];
const REQUIRED: Record<keyof typeof ENDPOINTS, string[]> = {
  '/stake': ['strategy', 'wallet', 'amount'],
  '/unstake': ['strategy', 'wallet', 'kind'],
  '/quote': ['strategy', 'wallet', 'amount'],
  '/withdraw': ['wallet', 'stakeAccount'],
  '/broadcast': ['signed_tx', 'service_token'],
};

for (const [path, fields] of Object.entries(REQUIRED) as [keyof typeof ENDPOINTS, string[]][]) {
  for (const field of fields) {
    test(`${path} without ${field} names it and all required fields`, async () => {
      const { [field as never]: _, ...body } = ENDPOINTS[path] as Record<string, unknown>;
      const answer = await world.post(path, body);
      assertProblem(answer, {
        slug: 'invalid_request',
        code: 'FIELD_MISSING',
        detail: new RegExp(`Missing: ${field}`),
      });
      for (const each of fields) assert.ok(answer.body.detail.includes(each));
    });
    test(`${path} refuses every ${field} that is not text`, async () => {
      for (const value of NOT_TEXT) {
        const answer = await world.post(path, { ...ENDPOINTS[path], [field]: value });
        assertProblem(answer, {
          slug: 'invalid_request',
          code: 'FIELD_INVALID',
          detail: new RegExp(`^${field} must be text`),
        });
      }
    });
  }
  test(`${path} refuses a body that is not one JSON object`, async () => {
    for (const body of [
      '',
      'null',
      '[]',
      '"text"',
      '1',
      'true',
      '{',
      '{"a":1',
      'not json',
      '{"a":1}{"b":2}',
    ]) {
      assertProblem(await world.post(path, body), { slug: 'invalid_request', detail: /body/i });
    }
  });
  test(`${path} refuses a body of 3 MB`, async () => {
    const answer = await world.post(path, `{"a":"${'x'.repeat(3_000_000)}"}`);
    assertProblem(answer, { slug: 'payload_too_large', detail: /65536 bytes/ });
  });
}

const ADDRESSES = [
  '',
  '1',
  WALLET.slice(0, -2),
  `${WALLET}11`,
  WALLET.replace('D', '0'),
  WALLET.replace('D', 'O'),
  WALLET.replace('D', 'I'),
  WALLET.replace('D', 'l'),
  ` ${WALLET}`,
  `${WALLET}\n`,
  `0x${'ab'.repeat(32)}`,
  'z'.repeat(44),
  'z'.repeat(60_000),
  '__proto__',
];
const PROGRAMS = [
  '11111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY',
];
const WITH_ADDRESS: [keyof typeof ENDPOINTS, string][] = [
  ['/stake', 'wallet'],
  ['/unstake', 'wallet'],
  ['/unstake', 'stakeAccount'],
  ['/withdraw', 'wallet'],
  ['/withdraw', 'stakeAccount'],
];
for (const [path, field] of WITH_ADDRESS) {
  test(`${path} refuses every ${field} that is not 32 bytes in base58`, async () => {
    for (const value of ADDRESSES) {
      const answer = await world.post(path, { ...ENDPOINTS[path], [field]: value });
      assertProblem(answer, {
        slug: 'invalid_request',
        code: 'ADDRESS_MALFORMED',
        detail: new RegExp(`^${field} must be a base58`),
      });
    }
  });
  test(`${path} refuses the address of a program as ${field}`, async () => {
    for (const value of PROGRAMS) {
      const answer = await world.post(path, { ...ENDPOINTS[path], [field]: value });
      assertProblem(answer, {
        slug: 'invalid_request',
        code: 'ADDRESS_IS_PROGRAM',
        detail: new RegExp(`^${field} `),
      });
    }
  });
}

test('a program is no wallet of any strategy, and no upstream is asked for it', async () => {
  const asked = await routerRequests(world);
  const bodies: [string, object][] = [
    ['/stake', { strategy: 'sol-liquid-stake', amount: '1' }],
    ['/stake', { strategy: 'sol-leveraged-stake', amount: '1' }],
    ['/stake', { strategy: 'usdc-earn', amount: '1' }],
    ['/unstake', { strategy: 'sol-liquid-stake', kind: 'instant', amount: '1' }],
    ['/unstake', { strategy: 'sol-liquid-stake', kind: 'slow', amount: '1' }],
    ['/unstake', { strategy: 'sol-native-stake', kind: 'instant', stakeAccount: STAKE_ACCOUNT }],
    ['/unstake', { strategy: 'sol-leveraged-stake', kind: 'instant', amount: '1' }],
    ['/unstake', { strategy: 'usdc-earn', kind: 'instant', amount: '1' }],
    ['/quote', { strategy: 'sol-liquid-stake', amount: '1' }],
    ['/quote', { strategy: 'sol-leveraged-stake', amount: '1' }],
    ['/quote', { ...quote }],
  ];
  for (const [path, body] of bodies) {
    for (const wallet of PROGRAMS) {
      const answer = await world.post(path, { ...body, wallet });
      assertProblem(answer, { slug: 'invalid_request', code: 'ADDRESS_IS_PROGRAM', detail: /^wallet / });
    }
  }
  assert.equal(await routerRequests(world), asked);
});

for (const lamports of [0, -1, 1.5, '5', '1e3', true, [], {}, null]) {
  test(`/withdraw refuses lamports ${JSON.stringify(lamports)}`, async () => {
    assertProblem(await world.post('/withdraw', { ...withdraw, lamports }), {
      slug: 'invalid_request',
      detail: /^lamports must be/,
    });
  });
}
for (const lamports of [
  '9007199254740992',
  '9007199254740993',
  '1e400',
  '1.0000000000000000001',
  '18446744073709551615',
]) {
  test(`/withdraw refuses lamports ${lamports}, which JSON readers do not keep`, async () => {
    const body = `{"wallet":"${WALLET}","stakeAccount":"${STAKE_ACCOUNT}","lamports":${lamports}}`;
    assertProblem(await world.post('/withdraw', body), { slug: 'invalid_request', detail: /lamports/ });
  });
}
test('/withdraw takes 1e3 for 1000', async () => {
  const body = `{"wallet":"${WALLET}","stakeAccount":"${STAKE_ACCOUNT}","lamports":1e3}`;
  assertProblem(await world.post('/withdraw', body), {
    slug: 'upstream_error',
    code: 'STAKE_ACCOUNT_NOT_FOUND',
  });
});

for (const strategy of [
  '',
  'SOL-NATIVE-STAKE',
  'sol-native-stake ',
  'eth',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(10_000),
]) {
  test(`an unknown strategy is 404 everywhere: ${JSON.stringify(strategy.slice(0, 24))}`, async () => {
    for (const path of ['/stake', '/unstake', '/quote'] as const) {
      const answer = await world.post(path, { ...ENDPOINTS[path], strategy });
      assertProblem(answer, {
        slug: 'not_found',
        code: 'STRATEGY_NOT_FOUND',
        detail: /sol-native-stake, sol-liquid-stake/,
      });
    }
    const detail = await world.get(`/strategies/${encodeURIComponent(strategy) || '%20'}`);
    assertProblem(detail, { slug: 'not_found' });
    assertProblem(await world.get(`/apy/history?strategy=${encodeURIComponent(strategy)}`), {
      slug: 'not_found',
    });
  });
}

for (const kind of ['', 'slow', 'Deactivate', 'deactivate ', '__proto__', 'constructor', 'all']) {
  test(`/unstake refuses the kind ${JSON.stringify(kind)} and says which are offered`, async () => {
    const answer = await world.post('/unstake', { ...unstake, kind });
    assertProblem(answer, {
      slug: 'invalid_request',
      code: 'KIND_NOT_OFFERED',
      detail: /one of: deactivate/,
    });
  });
}

test('/unstake deactivate without stakeAccount names it', async () => {
  const { stakeAccount: _, ...body } = unstake;
  assertProblem(await world.post('/unstake', body), {
    slug: 'invalid_request',
    code: 'FIELD_MISSING',
    detail: /stakeAccount/,
  });
});

test('an address off the curve is taken as a wallet', async () => {
  const answer = await world.post('/stake', {
    ...stake,
    wallet: 'SysvarC1ock11111111111111111111111111111111',
  });
  assert.equal(answer.status, 200, answer.text);
});

test('a repeated key is refused by name', async () => {
  const body = `{"strategy":"sol-native-stake","wallet":"${WALLET}","amount":"1","amount":"1000000"}`;
  assertProblem(await world.post('/stake', body), {
    slug: 'invalid_request',
    code: 'KEY_REPEATED',
    detail: /"amount" twice/,
  });
});

test('several faults are named together', async () => {
  const answer = await world.post('/stake', { wallet: 5 });
  assertProblem(answer, {
    slug: 'invalid_request',
    detail: /Missing: strategy, amount\. Required fields: strategy, wallet, amount\. wallet must be text/,
  });
});

const REFERRALS = ['abc', 'A'.repeat(13), 'ABCD\n', 'ſABC', 'ıABC', 'AB-CD', ''];
for (const code of REFERRALS) {
  test(`a malformed referral code is refused: ${JSON.stringify(code)}`, async () => {
    const answer = await world.post('/stake', { ...stake, referral_code: code });
    assertProblem(answer, { slug: 'invalid_request', code: 'REFERRAL_CODE_MALFORMED', detail: /4 to 12/ });
  });
}
test('a referral code that resolves to nobody is 404, an unknown partner key 403, in body and header', async () => {
  const { address } = await createWallet();
  const body = { ...stake, wallet: address };
  assertProblem(await world.post('/stake', { ...body, referral_code: 'acorn23' }), {
    slug: 'not_found',
    code: 'REFERRAL_CODE_NOT_FOUND',
  });
  assertProblem(await world.post('/stake', body, { 'x-referral-code': 'acorn23' }), { slug: 'not_found' });
  assertProblem(await world.post('/stake', { ...body, partner_api_key: 'secret-1' }), {
    slug: 'forbidden',
    code: 'PARTNER_KEY_UNKNOWN',
  });
  const answer = await world.post('/stake', body, { 'x-partner-key': 'secret-2' });
  assertProblem(answer, { slug: 'forbidden' });
  assert.ok(!answer.text.includes('secret-2'));
  const both = await world.post('/stake', { ...body, partner_api_key: 'a' }, { 'x-partner-key': 'b' });
  assertProblem(both, { slug: 'invalid_request', code: 'ATTRIBUTION_CONFLICT' });
});
