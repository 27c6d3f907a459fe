import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createDataDirectory, withDatabase } from '../admin.ts';
import { assertProblem, assertReplay, freshKey } from '../assert-answer.ts';
import { postWithHeaders, startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { createFundedWallet, send, startWorld } from '../world.ts';

const world = await startWorld({ after });
const wallet = await createFundedWallet(world, '100');
const STAKE = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1.5' };
/** Slots after which nothing lives that was built before. */
const JUMP = 170;

/*
 * What a key promises: packages/conformance and packages/api/src/sending/keys.test.ts; that it holds when processes die:
 * e2e/crash.
 */
describe('the same key with the same request', () => {
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
