import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createStakingClient } from './client.ts';
import { isStakingError, type StakingError } from './staking-error.ts';

const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const STAKE = { strategy: 'usdc-earn', wallet: WALLET, amount: '1' } as const;

type Sent = { readonly url: string; readonly init: RequestInit; readonly headers: Headers };
type Reply = () => Response | Promise<Response>;

/** A client whose fetch gives these replies in turn, the last one for ever; what it sent and how long it paused. */
function play(replies: readonly Reply[], options: object = {}) {
  const sent: Sent[] = [];
  const pauses: number[] = [];
  const client = createStakingClient({
    url: 'https://stake.example/',
    fetch: async (url, init = {}) => {
      sent.push({ url: String(url), init, headers: new Headers(init.headers) });
      const reply = replies[Math.min(sent.length, replies.length) - 1];
      assert.ok(reply);
      return await reply();
    },
    pace: {
      random: () => 0.5,
      sleep: async (milliseconds) => {
        pauses.push(milliseconds);
      },
    },
    ...options,
  });
  return { client, sent, pauses };
}

const ok =
  (body: object = {}): Reply =>
  () =>
    Response.json(body);

const refuse =
  (status: number, members: object, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(
      JSON.stringify({
        type: 'https://stake.example/errors/upstream_error',
        title: 'T',
        status,
        detail: 'D',
        ...members,
      }),
      { status, headers: { 'content-type': 'application/problem+json', ...headers } },
    );

const broken: Reply = () => {
  throw new TypeError('fetch failed');
};

async function refusalOf(promise: Promise<unknown>): Promise<StakingError> {
  try {
    await promise;
  } catch (error) {
    assert.ok(isStakingError(error), String(error));
    return error;
  }
  return assert.fail('There was an answer.');
}

describe('a request', () => {
  test('puts members of the path into it, and the others into the query', async () => {
    const { client, sent } = play([ok()]);
    await client.getTransaction({ signature: 'a/b ?\ud800', wait: '20' });
    assert.equal(sent[0]?.url, 'https://stake.example/api/v1/transactions/a%2Fb%20%3F%EF%BF%BD?wait=20');
    assert.equal(sent[0]?.init.body, undefined);
    assert.equal(sent[0]?.headers.has('content-type'), false);
  });

  test('has no query where nothing is asked', async () => {
    const { client, sent } = play([ok()]);
    await client.health();
    assert.equal(sent[0]?.url, 'https://stake.example/api/v1/health');
  });

  test('has a key where the operation takes one, another one for each call', async () => {
    const { client, sent } = play([ok()]);
    await client.stake(STAKE);
    await client.stake(STAKE);
    await client.stake(STAKE, { idempotencyKey: 'mine' });
    await client.quote({ strategy: 'sol-liquid-stake', wallet: WALLET, amount: '1' });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    assert.match(String(keys[0]), /^\d+(-\d+){3}$/);
    assert.notEqual(keys[0], keys[1]);
    assert.deepEqual(keys.slice(2), ['mine', null]);
  });

  test('of a stake carries the partner key in its body, and no other does', async () => {
    const { client, sent } = play([ok()], { partnerKey: 'secret' });
    await client.stake(STAKE);
    await client.withdraw({ wallet: WALLET, stakeAccount: WALLET });
    assert.deepEqual(
      sent.map(({ init }) => JSON.parse(String(init.body)).partner_api_key),
      ['secret', undefined],
    );
  });

  test('carries the headers of the client and follows no redirect', async () => {
    const { client, sent } = play([ok()], { headers: { Authorization: 'Bearer x' } });
    await client.health();
    assert.equal(sent[0]?.headers.get('authorization'), 'Bearer x');
    assert.equal(sent[0]?.init.redirect, 'error');
  });
});

test('an answer too deep to be printed is none of this API', async () => {
  const { client } = play([() => new Response(`{"a":${'['.repeat(99)}${']'.repeat(99)}}`)], { retries: 0 });
  assert.equal((await refusalOf(client.health())).code, 'ANSWER_MALFORMED');
});

describe('a try is repeated', () => {
  for (const [what, reply] of [
    ['the connection failed', broken],
    ['the service says that it can succeed', refuse(502, { code: 'LEDGER_UNAVAILABLE', retryable: true })],
    ['a proxy answers for the service', () => new Response('<html>', { status: 502 })],
    ['a success is no JSON', () => new Response('<html>')],
    [
      'the answer breaks off',
      () => new Response(new ReadableStream({ pull: (c) => c.error(new Error('reset')) })),
    ],
  ] as const satisfies readonly (readonly [string, Reply])[]) {
    test(`when ${what}, with the same bytes and the same key`, async () => {
      const { client, sent } = play([reply, reply, ok({ route: 'vault' })]);
      assert.deepEqual(await client.stake(STAKE), { route: 'vault' });
      assert.equal(sent.length, 3);
      assert.equal(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size, 1);
      assert.equal(new Set(sent.map(({ init }) => init.body)).size, 1);
    });
  }

  test('three times, with pauses that double up to their jitter', async () => {
    const { client, sent, pauses } = play([broken]);
    const { code, kind, retryable } = await refusalOf(client.health());
    assert.deepEqual([code, kind, retryable], ['CONNECTION_FAILED', 'transport', true]);
    assert.equal(sent.length, 4);
    assert.deepEqual(pauses, [125, 250, 500]);
  });

  test('no sooner than Retry-After says', async () => {
    const { client, pauses } = play([refuse(429, { retryable: true }, { 'retry-after': '2' }), ok()]);
    await client.health();
    assert.deepEqual(pauses, [2_125]);
  });

  test('not when Retry-After is longer than a call may take', async () => {
    const { client, sent } = play([refuse(503, { retryable: true }, { 'retry-after': '3600' })]);
    assert.equal((await refusalOf(client.health())).retryAfter, 3_600);
    assert.equal(sent.length, 1);
  });

  test('as often as the call asks for', async () => {
    const { client, sent } = play([broken]);
    await refusalOf(client.health(undefined, { retries: 0 }));
    assert.equal(sent.length, 1);
  });
});

describe('a refusal', () => {
  test('has all that the problem says, and is not repeated', async () => {
    const signature = '5'.repeat(88);
    const members = { code: 'LEDGER_REJECTED', retryable: false, outcome: 'rejected', signature };
    const { client, sent } = play([refuse(502, members, { 'x-request-id': 'r1' })]);
    const error = await refusalOf(client.broadcast({ signed_tx: '', service_token: '' }));
    const { kind, code, slug, status, retryable, outcome, requestId, message, problem } = error;
    assert.deepEqual(
      { kind, code, slug, status, retryable, outcome, requestId, signature: error.signature, message },
      { ...members, kind: 'problem', slug: 'upstream_error', status: 502, requestId: 'r1', message: 'D' },
    );
    assert.equal(problem?.title, 'T');
    assert.equal(sent.length, 1);
  });

  test('without a code is called by its slug', async () => {
    const { client } = play([refuse(405, { type: 'https://x/errors/method_not_allowed' })]);
    assert.equal((await refusalOf(client.health())).code, 'METHOD_NOT_ALLOWED');
  });

  for (const members of [
    { code: 'ABORTED' },
    { code: 'AMOUNTS_DIFFER' },
    { code: { toString: 1 } },
    { type: 'x/wallet_refused' },
  ]) {
    test(`with ${JSON.stringify(members)} speaks in the name of the client, and is none of this API`, async () => {
      const { client } = play([refuse(400, members)]);
      const error = await refusalOf(client.health());
      assert.deepEqual([error.kind, error.code, error.problem], ['transport', 'ANSWER_MALFORMED', undefined]);
    });
  }

  test('of a build, which has signed bytes of nobody, tells no outcome and no signature', async () => {
    const { client } = play([refuse(422, { outcome: 'unknown', signature: '5'.repeat(88) })]);
    const error = await refusalOf(client.stake(STAKE));
    assert.deepEqual([error.outcome, error.signature], [undefined, undefined]);
    assert.doesNotMatch(JSON.stringify(error), /outcome|signature/);
  });

  test('names no signature that is none', async () => {
    const { client } = play([refuse(400, { signature: 'X; echo injected #\u001b[31m' })]);
    const error = await refusalOf(client.getTransaction({ signature: 'X' }));
    assert.equal('signature' in JSON.parse(JSON.stringify(error)), false);
  });

  for (const body of ['', 'null', '[]', '"text"', '{"type":1,"detail":"x"}', '<html>']) {
    test(`of status 404 with ${body || 'nothing'} is none of this API, and not repeated`, async () => {
      const { client, sent } = play([() => new Response(body, { status: 404 })]);
      const { code, status, retryable } = await refusalOf(client.health());
      assert.deepEqual([code, status, retryable], ['ANSWER_MALFORMED', 404, false]);
      assert.equal(sent.length, 1);
    });
  }
});

describe('a call that takes too long', () => {
  const hang = (_: unknown, { signal }: RequestInit = {}) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

  test('ends with its deadline', async () => {
    const { client } = play([], { fetch: hang, timeoutMs: 5, retries: 0 });
    assert.equal((await refusalOf(client.health())).code, 'DEADLINE_EXCEEDED');
  });

  test('ends with its signal, and is not repeated', async () => {
    const stop = new AbortController();
    const { client, pauses } = play([], { fetch: hang });
    const call = refusalOf(client.health(undefined, { signal: stop.signal }));
    stop.abort(new Error('enough'));
    const { code, cause } = await call;
    assert.equal(code, 'ABORTED');
    assert.equal((cause as Error).message, 'enough');
    assert.deepEqual(pauses, []);
  });

  test('is not begun when its signal has ended before', async () => {
    const { client, sent } = play([ok()]);
    assert.equal(
      (await refusalOf(client.health(undefined, { signal: AbortSignal.abort() }))).code,
      'ABORTED',
    );
    assert.deepEqual(sent, []);
  });
});
