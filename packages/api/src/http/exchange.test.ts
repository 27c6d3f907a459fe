import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { Exchange } from './exchange.ts';

const WAYS: Readonly<Record<string, (exchange: Exchange) => void>> = {
  'an answer': (exchange) => exchange.sendJson({ ok: true }),
  'an answer without content': (exchange) => exchange.sendNothing(204),
};
const METHODS = ['GET', 'HEAD'];

/** Takes one request over a socket, and answers it when the test says so. */
async function take(t: TestContext, method: string) {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<Exchange>();
  const told: Exchange[] = [];
  let isClosing = false;
  const head = { id: 'an id', pattern: '/', params: {}, query: {}, startedAt: 0 };
  const ports = {
    isClosing: () => isClosing,
    onAnswered: (exchange: Exchange) => void told.push(exchange),
  };
  const server = createServer((request, response) => arrive(new Exchange(request, response, head, ports)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close().closeAllConnections());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => socket.destroy());
  socket.write(`${method} / HTTP/1.1\r\nHost: x\r\n\r\n`);
  const close = () => {
    isClosing = true;
  };
  return { exchange: await arrived, socket, told, close };
}

describe('what is told of an answer', () => {
  for (const method of METHODS) {
    for (const [name, answer] of Object.entries(WAYS)) {
      test(`${name} to ${method} is told once`, async (t) => {
        const { exchange, socket, told } = await take(t, method);
        answer(exchange);
        await once(socket, 'data');
        const gone = new Promise((resolve) => exchange.raw.socket.once('close', resolve));
        socket.resetAndDestroy();
        await gone;
        assert.deepEqual(told, [exchange]);
        assert.equal(exchange.result.isLost, undefined);
      });

      test(`${name} to ${method} that is made when its caller is gone is told once, as lost`, async (t) => {
        const { exchange, socket, told } = await take(t, method);
        const gone = once(exchange.response, 'close');
        socket.resetAndDestroy();
        await gone;
        assert.deepEqual(told, []);
        answer(exchange);
        await new Promise((resolve) => setImmediate(resolve));
        assert.deepEqual(told, [exchange]);
        assert.equal(exchange.result.isLost, true);
      });

      test(`${name} to ${method} asks to end the connection once the service is closing`, async (t) => {
        const { exchange, socket, close } = await take(t, method);
        close();
        answer(exchange);
        const [text] = await once(socket, 'data');
        assert.match(String(text), /^connection: close$/im);
        await once(socket, 'close');
      });
    }
  }

  test('an answer whose caller goes away while it is on its way is told once, as lost', async (t) => {
    const { exchange, socket, told } = await take(t, 'GET');
    socket.pause();
    exchange.send('text/plain', 'x'.repeat(64_000_000));
    assert.deepEqual(told, []);
    const gone = once(exchange.response, 'close');
    socket.resetAndDestroy();
    await gone;
    assert.deepEqual(told, [exchange]);
    assert.equal(exchange.result.isLost, true);
  });
});
