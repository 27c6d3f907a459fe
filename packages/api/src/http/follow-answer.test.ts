import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { Streamed } from '../routes/handler.ts';
import { followAnswer, loseAnswer, sendStreamed } from './answers.ts';

type Taken = { readonly request: FastifyRequest; readonly reply: FastifyReply };

const WAYS: Readonly<Record<string, (reply: FastifyReply) => void>> = {
  'an answer': (reply) => reply.send({ ok: true }),
  'an answer without content': (reply) => reply.code(204).send(),
};
const METHODS = ['GET', 'HEAD'];

/** Takes one request over a socket, and answers it when the test says so. */
async function take(t: TestContext, method: string) {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<Taken>();
  const told: FastifyRequest[] = [];
  const onAnswered = (request: FastifyRequest) => void told.push(request);
  const app = fastify();
  app.addHook('onRequest', (request, reply, done) => {
    Object.assign(request, { result: {}, isAnswered: false });
    followAnswer(request, reply, onAnswered);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    loseAnswer(request, reply, onAnswered);
    done(null, payload);
  });
  app.get('/', (request, reply) => arrive({ request, reply }));
  await app.listen();
  t.after(() => app.server.close().closeAllConnections());
  const socket = connect((app.server.address() as AddressInfo).port, 'localhost');
  t.after(() => socket.destroy());
  socket.write(`${method} / HTTP/1.1\r\nHost: x\r\n\r\n`);
  return { ...(await arrived), socket, told };
}

/** Text that ends when the test says so. */
function openText() {
  const text = new Readable({ read: () => undefined });
  text.push('first\n');
  return { text, closed: once(text, 'close') };
}

describe('an answer that is sent as it is made', () => {
  test('is told once, as lost, and its text ends, when its caller goes away', async (t) => {
    const { request, reply, socket, told } = await take(t, 'GET');
    const { text, closed } = openText();
    sendStreamed(new Streamed('text/csv', text), request, reply);
    const [head] = await once(socket, 'data');
    assert.match(String(head), /content-type: text\/csv; charset=utf-8[\s\S]*first/i);
    assert.deepEqual(told, []);
    const gone = once(reply.raw, 'close');
    socket.resetAndDestroy();
    await Promise.all([gone, closed]);
    assert.deepEqual(told, [request]);
    assert.equal(request.result.isLost, true);
  });

  test('to HEAD is its head alone', async (t) => {
    const { request, reply, socket, told } = await take(t, 'HEAD');
    const { text, closed } = openText();
    sendStreamed(new Streamed('text/csv', text), request, reply);
    const [head] = await once(socket, 'data');
    await closed;
    assert.match(String(head), /^HTTP\/1\.1 200 [\s\S]*\r\n\r\n$/);
    assert.deepEqual(told, [request]);
  });
});

describe('what is told of an answer', () => {
  for (const method of METHODS) {
    for (const [name, answer] of Object.entries(WAYS)) {
      test(`${name} to ${method} is told once`, async (t) => {
        const { request, reply, socket, told } = await take(t, method);
        answer(reply);
        await once(socket, 'data');
        const gone = new Promise((resolve) => request.socket.once('close', resolve));
        socket.resetAndDestroy();
        await gone;
        assert.deepEqual(told, [request]);
        assert.equal(request.result.isLost, undefined);
      });

      test(`${name} to ${method} that is made when its caller is gone is told once, as lost`, async (t) => {
        const { request, reply, socket, told } = await take(t, method);
        const gone = once(reply.raw, 'close');
        socket.resetAndDestroy();
        await gone;
        assert.deepEqual(told, []);
        answer(reply);
        await new Promise((resolve) => setImmediate(resolve));
        assert.deepEqual(told, [request]);
        assert.equal(request.result.isLost, true);
      });
    }
  }

  test('an answer whose caller goes away while it is on its way is told once, as lost', async (t) => {
    const { request, reply, socket, told } = await take(t, 'GET');
    socket.pause();
    reply.send('x'.repeat(64_000_000));
    assert.deepEqual(told, []);
    const gone = once(reply.raw, 'close');
    socket.resetAndDestroy();
    await gone;
    assert.deepEqual(told, [request]);
    assert.equal(request.result.isLost, true);
  });
});
