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

const prepare = async (by = wallet) =>
  await signBuild(by, (await world.post('/stake', { ...STAKE, wallet: by.address })).body);

/** Requests that are refused whatever became of their bytes, by the part of the service that refuses them. */
const REFUSALS: Readonly<
  Record<string, { readonly body?: object; readonly headers?: Record<string, string> }>
> = {
  FIELD_INVALID: { body: { service_token: 5 } },
  FIELD_MISSING: { body: { service_token: undefined } },
  IDEMPOTENCY_KEY_MALFORMED: { headers: { 'idempotency-key': 'a b' } },
  ROUTE_INVALID: { body: { route: 'RPC' } },
  ROUTER_KIND_INVALID: { body: { route: 'router', routerKind: 'none', router_order: {} } },
  TOKEN_MALFORMED: { body: { service_token: 'a.b.c.d' } },
  BUILT_TX_MALFORMED: { body: { built_transaction: 'AQ==' } },
};

async function ask(code: string, bytes: Awaited<ReturnType<typeof prepare>>) {
  const { body, headers } = REFUSALS[code] ?? {};
  const answer = await world.post('/broadcast', { ...bytes, ...body }, headers);
  assertProblem(answer, { slug: answer.status === 403 ? 'forbidden' : 'invalid_request' });
  return answer.body;
}

describe('a broadcast that is refused for the request itself', () => {
  for (const code of Object.keys(REFUSALS)) {
    test(`with ${code} says not_sent, or unknown once the bytes have left`, async () => {
      const bytes = await prepare();
      const before = await ask(code, bytes);
      assert.deepEqual([before.code, before.outcome], [code, 'not_sent']);
      const { signature } = (await world.post('/broadcast', bytes)).body;
      assert.equal(before.signature, signature);
      const later = await ask(code, bytes);
      assert.deepEqual([later.outcome, later.signature], ['unknown', signature]);
      const unreadable = await ask(code, { ...bytes, signed_tx: 'AQ==' });
      assert.deepEqual([unreadable.outcome, unreadable.signature], [undefined, undefined]);
    });
  }

  test('for its key says what may have become of its bytes, not of those that have the key', async () => {
    const headers = freshKey();
    const [first, second] = [await prepare(), await prepare()];
    const sent = await world.post('/broadcast', first, headers);
    assert.equal(sent.status, 200, sent.text);
    const askAgain = (bytes: Awaited<ReturnType<typeof prepare>>, route?: string) =>
      world.post('/broadcast', { ...bytes, route }, headers);
    const reused = { slug: 'idempotency_mismatch', code: 'IDEMPOTENCY_KEY_REUSED' } as const;
    assertProblem(await askAgain(second), { ...reused, outcome: 'not_sent' });
    const same = await askAgain(first, 'rpc');
    assertProblem(same, { ...reused, outcome: 'unknown' });
    assert.equal(same.body.signature, sent.body.signature);
  });

  test('says nothing of a body that two readers could read differently', async () => {
    const { signed_tx, service_token } = await prepare();
    const twice = `{"signed_tx":"${signed_tx}","service_token":"","service_token":"${service_token}"}`;
    const answer = await world.post('/broadcast', twice);
    assertProblem(answer, { slug: 'invalid_request', code: 'KEY_REPEATED' });
    assert.equal(answer.body.outcome, undefined);
  });
});

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
    const own = await createFundedWallet(world, '100');
    const [first, second] = [await prepare(own), await prepare(own)];
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
    const { body } = await world.get(`/wallets/${own.address}/positions`);
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
