import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Operation } from '@staking-agent/wire';
import type { Exchange } from '../http/exchange.ts';
import { answerKeyed, type KeyedOperation } from './answer-keyed.ts';
import type { AnswerOnce, KeyedRequest } from './answer-once.ts';

const STAKE = { id: 'stake', requestHeaders: ['X-Partner-Key', 'X-Referral-Code'] } as unknown as Operation;
const KEY = { 'idempotency-key': 'a-key-of-the-caller' };

type Sent = { json?: object; body?: string; fields: Record<string, string>; notes: object[] };

/** Sends one request through the wrapper; `isReplay` is what the gate says of the answer. */
async function send(
  headers: Record<string, string>,
  {
    isReplay = false,
    body = {},
    ...more
  }: Partial<KeyedOperation<string>> & { isReplay?: boolean; body?: object } = {},
) {
  const keyed: KeyedRequest[] = [];
  const answerOnce: AnswerOnce = async (request, run) => {
    keyed.push(request);
    return { body: JSON.stringify(await run()), isReplay };
  };
  const sent: Sent = { fields: {}, notes: [] };
  const exchange = {
    body,
    headers,
    sendJson: (json: object) => Object.assign(sent, { json }),
    send: (_type: string, text: string) => Object.assign(sent, { body: text }),
    note: (note: object) => sent.notes.push(note),
    setHeader: (name: string, value: string) => Object.assign(sent.fields, { [name]: value }),
  } as unknown as Exchange;
  const operation = { operation: STAKE, deadline: (said: string) => (said === 'said' ? 777 : 0), ...more };
  await answerKeyed(operation, answerOnce, async (_exchange, said) => ({ said }))(exchange, 'said');
  return { sent, request: keyed[0] };
}

test('without a key a request runs as it is, and nothing is kept of it', async () => {
  const { sent, request } = await send({});
  assert.deepEqual([sent.json, request], [{ said: 'said' }, undefined]);
});

test('with a key it runs through the gate, and the first answer is no replay', async () => {
  const { sent, request } = await send(KEY);
  assert.deepEqual(sent, { body: '{"said":"said"}', fields: {}, notes: [] });
  assert.deepEqual([request?.deadline, request?.isRepeatable, request?.isBuild], [777, false, false]);
});

test('a replay says so, to the caller and to the log', async () => {
  const { sent } = await send(KEY, { isReplay: true });
  assert.deepEqual(sent.fields, { 'Idempotent-Replayed': 'true' });
  assert.deepEqual(sent.notes, [{ isReplay: true }]);
});

test('a build out of the store is held to be our own, and one that was just made is not', async () => {
  const seen: string[] = [];
  const assertOwn = (answer: string) => void seen.push(answer);
  assert.equal((await send(KEY, { assertOwn })).request?.isBuild, true);
  assert.deepEqual(seen, []);
  await send(KEY, { assertOwn, isReplay: true });
  assert.deepEqual(seen, ['{"said":"said"}']);
  const refuse = () => {
    throw new RangeError('not ours');
  };
  await assert.rejects(send(KEY, { assertOwn: refuse, isReplay: true }), RangeError);
});

test('what its operation says of a key goes with it', async () => {
  assert.equal((await send(KEY, { isRepeatable: true })).request?.isRepeatable, true);
});

test('a key that is none is refused', async () => {
  await assert.rejects(send({ 'idempotency-key': '' }));
});

suite('what belongs to a request', () => {
  const PARTNER = { 'x-partner-key': 'partner' };
  const REFERRAL = { 'x-referral-code': 'FRIEND' };
  const printOf = async (headers: object, more: object = {}) =>
    (await send({ ...KEY, ...headers }, more)).request?.fingerprint;

  test('is who brought the wallet, where its operation reads it', async () => {
    const prints = [
      await printOf({}),
      await printOf(PARTNER),
      await printOf(REFERRAL),
      await printOf({ ...PARTNER, ...REFERRAL }),
    ];
    assert.equal(new Set(prints).size, 4);
  });

  for (const [name, requestHeaders, ignored] of [
    ['no field of its own', undefined, { ...PARTNER, ...REFERRAL }],
    ['other fields', ['X-Other'], { ...PARTNER, ...REFERRAL }],
    ['the partner alone', ['X-Partner-Key'], REFERRAL],
    ['the code alone', ['X-Referral-Code'], PARTNER],
  ] as const) {
    test(`is not what an operation with ${name} does not read`, async () => {
      const operation = { id: 'stake', requestHeaders } as unknown as Operation;
      assert.equal(await printOf(ignored, { operation }), await printOf({}, { operation }));
    });
  }

  test('is its body', async () => {
    assert.notEqual(
      await printOf({}, { body: { amount: '1' } }),
      await printOf({}, { body: { amount: '2' } }),
    );
  });

  test('is its operation, by the key', async () => {
    const hash = async (id: string) =>
      (await send(KEY, { operation: { id } as unknown as Operation })).request?.keyHash;
    assert.notEqual(await hash('stake'), await hash('unstake'));
  });
});
