import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { OPERATIONS, type Operation } from '@staking-agent/wire';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { part } from '../test/part.ts';
import { answerOnce } from './app.ts';
import { isProblemError } from './problems/problem.ts';
import { SYSTEM_CLOCK } from './runtime/clock.ts';
import type { KeyedRequest, KeyGate } from './sending/keys.ts';

suite('a request', () => {
  const KEY = { 'idempotency-key': 'a-key-of-the-caller' };
  /** Sends one request through the wrapper; `isReplay` is what the gate says of the answer. */
  async function send(
    headers: Record<string, string>,
    more: {
      readonly operation?: Operation;
      readonly isReplay?: boolean;
      readonly body?: object;
    } = {},
  ) {
    const { operation = OPERATIONS.stake, isReplay = false, body = {} } = more;
    const asked: KeyedRequest[] = [];
    const gate: KeyGate = {
      async answer(request, run) {
        asked.push(request);
        return { body: JSON.stringify(await run(async () => undefined)), isReplay };
      },
      close: async () => undefined,
    };
    const request = { body, headers, result: {} } as unknown as FastifyRequest;
    const fields: Record<string, string> = {};
    const reply = {
      type: () => undefined,
      header: (name: string, value: string) => Object.assign(fields, { [name]: value }),
    } as unknown as FastifyReply;
    const services = part<Parameters<typeof answerOnce>[4]>({
      idempotency: gate,
      tokenKeys: [],
      clock: SYSTEM_CLOCK,
      log: pino({ level: 'silent' }),
    });
    const payload = await answerOnce(operation, async () => ({ said: 'said' }), request, reply, services);
    const sent = { payload, fields, result: request.result };
    return { sent, request: asked[0] };
  }

  test('without a key runs as it is, and nothing is kept of it', async () => {
    const { sent, request } = await send({});
    assert.deepEqual([sent.payload, request], [{ said: 'said' }, undefined]);
  });

  test('with a key runs through the gate; a replay says so to the caller and to the log', async () => {
    assert.deepEqual((await send(KEY)).sent, { payload: '{"said":"said"}', fields: {}, result: {} });
    const { sent } = await send(KEY, { operation: OPERATIONS.broadcast, isReplay: true });
    assert.deepEqual(sent.fields, { 'Idempotent-Replayed': 'true' });
    assert.deepEqual(sent.result, { isReplay: true });
  });

  test('gets a build out of the store only where the service has given it', async () => {
    assert.equal((await send(KEY)).request?.isBuild, true);
    await assert.rejects(
      send(KEY, { isReplay: true }),
      (error) => isProblemError(error) && error.code === 'INTENT_MISMATCH',
    );
  });

  test('with a malformed key is refused', async () => {
    await assert.rejects(
      send({ 'idempotency-key': '' }),
      (error) => isProblemError(error) && error.code === 'IDEMPOTENCY_KEY_MALFORMED',
    );
  });

  test('is another one with another partner, code or body, and its key another one in another operation', async () => {
    const partner = { 'x-partner-key': 'partner' };
    const referral = { 'x-referral-code': 'FRIEND' };
    const requests = await Promise.all([
      send(KEY),
      send({ ...KEY, ...partner }),
      send({ ...KEY, ...referral }),
      send({ ...KEY, ...partner, ...referral }),
      send(KEY, { body: { amount: '1' } }),
    ]);
    assert.equal(new Set(requests.map(({ request }) => request?.fingerprint)).size, 5);
    const [{ request } = assert.fail()] = requests;
    assert.notEqual((await send(KEY, { operation: OPERATIONS.unstake })).request?.key, request?.key);
  });

  test('is the same one where its operation does not read the header that differs', async () => {
    const operation = OPERATIONS.unstake;
    const plain = await send(KEY, { operation });
    const partner = await send(
      { ...KEY, 'x-partner-key': 'partner', 'x-referral-code': 'FRIEND' },
      { operation },
    );
    assert.equal(partner.request?.fingerprint, plain.request?.fingerprint);
  });
});
