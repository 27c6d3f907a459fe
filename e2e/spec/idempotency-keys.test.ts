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
