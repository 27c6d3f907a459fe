import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, test } from 'node:test';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import {
  BroadcastAnswer,
  NativeDeactivateAnswer,
  NativeStakeAnswer,
  WithdrawAnswer,
} from '@staking-agent/wire';
import { createDataDirectory } from '../admin.ts';
import { assertOk, assertProblem, assertReplay, freshKey } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { postWithHeaders, startReplica } from '../replica.ts';
import { until } from '../until.ts';
import {
  type Answer,
  advanceEpochs,
  createFundedWallet,
  routerRequests,
  send,
  setRouterFault,
  startWorld,
} from '../world.ts';

const world = await startWorld({ after });
const wallet = await createFundedWallet(world, '100');
const STAKE = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1.5' };
const LIQUID = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '1' };
/** Slots after which nothing lives that was built before. */
const JUMP = 170;

describe('the same key with the same request', () => {
  test('gets the same bytes from stake, broadcast, unstake and withdraw', async () => {
    const keyed = async (path: string, body: object, schema: Parameters<typeof assertOk>[1]) => {
      const headers = freshKey();
      const first = await world.post(path, body, headers);
      assertOk(first, schema);
      assertReplay(await world.post(path, body, headers), first);
      return first.body;
    };
    const { transaction, service_token, stakeAccount } = await keyed('/stake', STAKE, NativeStakeAnswer);
    const signed = { signed_tx: await wallet.sign(transaction), service_token };
    await keyed('/broadcast', signed, BroadcastAnswer);
    await advanceEpochs(world, 1);
    const unstake = { strategy: STAKE.strategy, wallet: wallet.address, kind: 'deactivate', stakeAccount };
    const deactivate = await keyed('/unstake', unstake, NativeDeactivateAnswer);
    await keyed('/broadcast', await signBuild(wallet, deactivate), BroadcastAnswer);
    await advanceEpochs(world, 2);
    await keyed('/withdraw', { wallet: wallet.address, stakeAccount }, WithdrawAnswer);
  });

  test('calls no upstream again', async () => {
    const headers = freshKey();
    const first = await world.post('/stake', LIQUID, headers);
    const asked = await routerRequests(world);
    await setRouterFault(world, { mode: 'refuse' });
    assertReplay(await world.post('/stake', LIQUID, headers), first);
    await setRouterFault(world, { mode: 'none' });
    assert.equal(await routerRequests(world), asked);
  });

  test('50 times at once on two replicas gets the bytes of one build', async (t) => {
    const DATABASE_URL = await createSharedDatabase();
    const SERVICE_TOKEN_KEYS = `a:${Buffer.alloc(32, 7).toString('base64')}`;
    const environment = { DATABASE_URL, SERVICE_TOKEN_KEYS };
    const replicas = [
      await startReplica(t, world.sandbox, environment),
      await startReplica(t, world.sandbox, environment),
    ];
    const headers = { 'content-type': 'application/json', ...freshKey() };
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        send('POST', `${replicas[i % 2]?.url}/api/v1/stake`, JSON.stringify(LIQUID), headers),
      ),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1);
    assert.equal(answers.filter((answer) => answer.headers['idempotent-replayed'] === undefined).length, 1);
  });

  test('gets nothing that the service has not given, whoever wrote it into the store', async (t) => {
    const dataDirectory = createDataDirectory(t);
    const service = await startReplica(t, world.sandbox, { DATA_DIR: dataDirectory });
    const postTo = (path: string, body: object, headers = {}) =>
      send('POST', `${service.url}/api/v1/${path}`, JSON.stringify(body), {
        'content-type': 'application/json',
        ...headers,
      });
    const post = (body: object, headers = {}) => postTo('stake', body, headers);
    const headers = freshKey();
    const first = await post(STAKE, headers);
    const other = await post({ ...STAKE, amount: '99' });
    const { transaction: built, service_token } = first.body;
    world.sandbox.ledger.advanceSlots(JUMP);
    // The other service too builds on what lives after the jump, before other tests go on.
    await until('the jump is known', async () => {
      const { status, body } = await world.post('/stake', STAKE);
      if (status !== 200) return false;
      const later = BigInt(body.expiry.lastValidBlockHeight) - BigInt(other.body.expiry.lastValidBlockHeight);
      return later >= BigInt(JUMP);
    });
    const refresh = () => postTo('refresh', { transaction: built, service_token }, headers);
    await until('the build is dead', async () => (await refresh()).body.code !== 'REFRESH_TOO_EARLY');
    assert.equal((await refresh()).status, 200);
    const database = new DatabaseSync(join(dataDirectory, 'state.sqlite'));
    const { transaction } = other.body;
    database.prepare('UPDATE keys SET body = ?').run(JSON.stringify({ ...first.body, transaction }));
    for (const answer of [await post(STAKE, headers), await refresh()]) {
      assertProblem(answer, { slug: 'internal_error', code: 'INTENT_MISMATCH' });
    }
    database.prepare('UPDATE keys SET body = ?').run(first.text);
    database.close();
    assertReplay(await post(STAKE, headers), first);
  });

  test('survives a restart', async (t) => {
    const dataDirectory = createDataDirectory(t);
    const headers = { 'content-type': 'application/json', ...freshKey() };
    const answers: Answer[] = [];
    for (let run = 0; run < 2; run += 1) {
      const stops: (() => Promise<void>)[] = [];
      const cleanup = { after: (stop: () => Promise<void>) => stops.push(stop) };
      const service = await startReplica(cleanup, world.sandbox, { DATA_DIR: dataDirectory });
      answers.push(await send('POST', `${service.url}/api/v1/stake`, JSON.stringify(STAKE), headers));
      for (const stop of stops) await stop();
    }
    const [first, second] = answers as [Answer, Answer];
    assertReplay(second, first);
  });
});

describe('the same key with another request', () => {
  test('by another caller is a key of its own: of another wallet, or of a partner', async () => {
    const key = freshKey();
    const first = await world.post('/stake', STAKE, key);
    const other = await createFundedWallet(world, '10');
    const answer = await world.post('/stake', { ...STAKE, wallet: other.address }, key);
    assertOk(answer, NativeStakeAnswer);
    assert.equal(answer.headers['idempotent-replayed'], undefined);
    for (const partner of [
      await world.post('/stake', STAKE, { ...key, 'x-partner-key': 'unknown' }),
      await world.post('/stake', { ...STAKE, partner_api_key: 'unknown' }, key),
    ]) {
      assertProblem(partner, { slug: 'forbidden', code: 'PARTNER_KEY_UNKNOWN' });
    }
    assertReplay(await world.post('/stake', STAKE, key), first);
  });
});

describe('a first request that failed', () => {
  const refused: Record<string, [object, number]> = {
    'an unknown partner': [{ ...STAKE, partner_api_key: 'unknown' }, 403],
    'more than the wallet has': [{ ...LIQUID, amount: '5000' }, 502],
  };
  for (const [name, [body, status]] of Object.entries(refused)) {
    test(`leaves the key free where the request was at fault: ${name}`, async () => {
      const key = freshKey();
      assert.equal((await world.post('/stake', body, key)).status, status);
      assert.equal((await world.post('/stake', body, key)).status, status);
      const answer = await world.post('/stake', STAKE, key);
      assertOk(answer, NativeStakeAnswer);
      assertReplay(await world.post('/stake', STAKE, key), answer);
    });
  }

  test('that failed in an upstream binds its key to nothing', async () => {
    const key = freshKey();
    await setRouterFault(world, { mode: 'malicious' });
    assertProblem(await world.post('/stake', LIQUID, key), { slug: 'upstream_error' });
    await setRouterFault(world, { mode: 'none' });
    const second = await world.post('/stake', LIQUID, key);
    assert.equal(second.status, 200, second.text);
    assertReplay(await world.post('/stake', LIQUID, key), second);
  });

  test('a refused broadcast is not kept: the same key takes the token that was meant', async () => {
    const key = freshKey();
    const { body } = await world.post('/stake', STAKE);
    const signed_tx = await wallet.sign(body.transaction);
    const wrong = await world.post('/broadcast', { signed_tx, service_token: 'st1.x.y.z' }, key);
    assertProblem(wrong, { slug: 'forbidden' });
    const right = await world.post('/broadcast', { signed_tx, service_token: body.service_token }, key);
    assertOk(right, BroadcastAnswer);
  });
});

describe('a key', () => {
  test('and a partner key are in no record', async (t) => {
    const dataDirectory = createDataDirectory(t);
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
    const directory = createDataDirectory(t);
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
