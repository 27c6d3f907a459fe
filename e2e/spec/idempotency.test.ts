import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createDataDirectory, withDatabase } from '../admin.ts';
import { assertProblem, assertReplay, freshKey } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { postWithHeaders, startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { createFundedWallet, send, startWorld } from '../world.ts';

const world = await startWorld({ after });
const wallet = await createFundedWallet(world, '100');
const STAKE = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1.5' };
/** Slots after which nothing lives that was built before. */
const JUMP = 170;

/*
 * Tests of the rules of a key are in packages/conformance and packages/api/src/sending/keys.test.ts, those of crashed
 * processes in e2e/crash.
 */
describe('the same key with the same request', () => {
  test('gets nothing that the service has not given, whoever wrote it into the store', async (t) => {
    const dataDirectory = createDataDirectory(t);
    const service = await startReplica(t, world.sandbox, { DATA_DIR: dataDirectory });
    const postTo = (path: string, body: object, headers = {}) =>
      send('POST', `${service.url}/api/v1/${path}`, body, headers);
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
    await until('the build is dead', async () => (await refresh()).status === 200);
    const keep = (body: string) =>
      withDatabase(dataDirectory, (database) => database.prepare('UPDATE keys SET body = ?').run(body));
    const { transaction } = other.body;
    await keep(JSON.stringify({ ...first.body, transaction }));
    for (const answer of [await post(STAKE, headers), await refresh()]) {
      assertProblem(answer, { slug: 'internal_error', code: 'INTENT_MISMATCH' });
    }
    await keep(first.text);
    assertReplay(await post(STAKE, headers), first);
  });
});

describe('the same key with another transaction of the wallet', () => {
  test('sends nothing once the first is sent, and is free where the first never left', async () => {
    const headers = freshKey();
    const prepare = async () => await signBuild(wallet, (await world.post('/stake', STAKE)).body);
    const [first, second] = [await prepare(), await prepare()];
    const broken = Buffer.from(first.signed_tx, 'base64');
    broken[9] = (broken[9] ?? 0) ^ 1;
    const refused = await world.post(
      '/broadcast',
      { ...first, signed_tx: broken.toString('base64') },
      headers,
    );
    assertProblem(refused, { slug: 'upstream_error', code: 'SIGNATURE_FAILURE' });
    const sent = await world.post('/broadcast', first, headers);
    assert.equal(sent.status, 200, sent.text);
    const reused = { slug: 'idempotency_mismatch', code: 'IDEMPOTENCY_KEY_REUSED' } as const;
    assertProblem(await world.post('/broadcast', second, headers), reused);
    assertReplay(await world.post('/broadcast', first, headers), sent);
    const { body } = await world.get(`/wallets/${wallet.address}/positions`);
    assert.equal(body.positions.length, 1);
    const stranger = await createFundedWallet(world, '100');
    const other = (await world.post('/stake', { ...STAKE, wallet: stranger.address })).body;
    const theirs = await world.post('/broadcast', await signBuild(stranger, other), headers);
    assert.equal(theirs.status, 200, theirs.text);
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
