import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { assertProblem, freshKey } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { createFundedWallet, startWorld } from '../world.ts';

const world = await startWorld({ after });
const wallet = await createFundedWallet(world, '100');
const STAKE = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1.5' };

type Broadcast = { readonly signed_tx: string; readonly service_token: string };

const prepare = async (): Promise<Broadcast> =>
  await signBuild(wallet, (await world.post('/stake', STAKE)).body);

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

async function ask(code: string, bytes: Broadcast) {
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
    const askAgain = (bytes: Broadcast, route?: string) =>
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
