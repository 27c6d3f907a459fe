import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { assertReplay, freshKey } from '../assert-replay.ts';
import { postWithHeaders, startReplica } from '../replica.ts';
import { createFundedWallet, startWorld } from '../world.ts';

const world = await startWorld({ after });
const wallet = await createFundedWallet(world, '100');
const STAKE = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1.5' };

describe('a key', () => {
  const url = `${world.service.url}/api/v1/stake`;
  const malformed: Record<string, string> = {
    'that is empty': '',
    'in UTF-8': Buffer.from('schlüssel', 'utf8').toString('latin1'),
  };
  for (const [name, key] of Object.entries(malformed)) {
    test(`${name} is refused`, async () => {
      const answer = await postWithHeaders(url, STAKE, { 'idempotency-key': key });
      assertProblem(answer, {
        slug: 'invalid_request',
        code: 'IDEMPOTENCY_KEY_MALFORMED',
        detail: /Idempotency-Key/,
      });
    });
  }

  test('is ignored by reads and by the quote', async () => {
    const malformedKey = { 'idempotency-key': 'k'.repeat(256) };
    assert.equal((await world.get('/strategies', malformedKey)).status, 200);
    const quote = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '1' };
    const twice = { 'idempotency-key': ['k1', 'k2'] };
    assert.equal((await postWithHeaders(url.replace(/stake$/, 'quote'), quote, twice)).status, 200);
    const key = freshKey();
    for (const amount of ['1', '2']) {
      const answer = await world.post('/quote', { ...quote, amount }, key);
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.headers['idempotent-replayed'], undefined);
    }
  });

  test('and a partner key are in no record', async (t) => {
    const dataDirectory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
    t.after(() => rmSync(dataDirectory, { recursive: true }));
    const service = await startReplica(t, world.sandbox, { DATA_DIR: dataDirectory });
    const headers = { 'idempotency-key': 'canary-idempotency-key', 'x-partner-key': 'canary-partner-header' };
    const target = `${service.url}/api/v1`;
    await postWithHeaders(`${target}/stake`, { ...STAKE, partner_api_key: 'canary-partner-body' }, headers);
    const { body } = await postWithHeaders(`${target}/stake`, STAKE, {
      'idempotency-key': headers['idempotency-key'],
    });
    const unstake = { ...STAKE, kind: 'deactivate', stakeAccount: body.stakeAccount };
    await postWithHeaders(
      `${target}/unstake`,
      { ...unstake, partner_api_key: 'canary-partner-body' },
      headers,
    );
    const everything = readdirSync(dataDirectory)
      .map((name) => readFileSync(join(dataDirectory, name), 'latin1'))
      .join('');
    assert.ok(everything.includes(body.stakeAccount), 'the answer is kept');
    assert.ok(!everything.includes('canary'));
  });
});

describe('a kept build', () => {
  test('is not handed out once the key of its token is retired, and is again when that is back', async (t) => {
    const directory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
    t.after(() => rmSync(directory, { recursive: true }));
    const [former, present] = [3, 4].map((byte) => `key${byte}:${Buffer.alloc(32, byte).toString('base64')}`);
    const headers = freshKey();
    const askWith = async (keys: string) => {
      const environment = { DATA_DIR: directory, SERVICE_TOKEN_KEYS: keys };
      const service = await startReplica(t, world.sandbox, environment);
      const answer = await postWithHeaders(`${service.url}/api/v1/stake`, STAKE, headers);
      await service.close();
      return answer;
    };
    const first = await askWith(`${former}`);
    assert.equal(first.status, 200, first.text);
    const refused = await askWith(`${present}`);
    assertProblem(refused, {
      slug: 'idempotency_mismatch',
      code: 'IDEMPOTENT_ANSWER_RETIRED',
      detail: /key of its service_token has been retired/,
    });
    assert.equal(refused.body.retryable, false);
    assertReplay(await askWith(`${present},${former}`), first);
  });
});
