import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { createManualClock } from '../../test/manual-clock.ts';
import { closeServer } from './callers.ts';

const BODY = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const HALVES = {
  'no byte of a request': '',
  'half a head': 'POST / HTTP/1.1\r\nHost: x\r\n',
  'half a body': `${BODY}Content-Length: 100\r\n\r\n{`,
  'half a body in chunks': `${BODY}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
  'a request whose answer never comes': `${BODY}Content-Length: 2\r\n\r\n{}`,
};

async function open(t: TestContext) {
  const { promise: gate, resolve: answer } = Promise.withResolvers<string>();
  const server = createServer(async (_request, response) => {
    response.end(await gate);
  });
  t.after(() => server.closeAllConnections());
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  const app = { server, close };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = app.server.address() as AddressInfo;
  const send = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1');
    t.after(() => socket.destroy());
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const ended = new Promise<void>((resolve) => socket.resume().on('close', () => resolve()));
    const reached = once(app.server, bytes.endsWith('}') ? 'request' : 'connection');
    if (bytes !== '') socket.write(bytes);
    return { socket, ended, reached };
  };
  return { app, send, answer };
}

describe('a server that closes', () => {
  for (const [name, bytes] of Object.entries(HALVES)) {
    for (const most of [3_000, 25_000]) {
      const limit = Math.min(most, 10_000);
      test(`ends a connection with ${name} after ${limit} of ${most} ms at the latest`, async (t) => {
        const clock = createManualClock();
        const { app, send } = await open(t);
        const { ended } = await send(bytes);
        await new Promise((resolve) => setImmediate(resolve));
        const closed = closeServer(app, clock, most);
        await clock.pass(limit);
        await Promise.all([closed, ended]);
        assert.equal(app.server.listening, false);
        assert.equal(clock.pending, 0);
      });
    }
  }

  test('waits for an answer that is due, and for no time after it', async (t) => {
    const clock = createManualClock();
    const { app, send, answer } = await open(t);
    const { socket, reached } = await send(HALVES['a request whose answer never comes']);
    await reached;
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    const ended = once(socket, 'close');
    const closed = closeServer(app, clock, 10_000);
    await clock.pass(9_000);
    answer('done');
    await once(socket, 'data');
    await clock.pass(100);
    await Promise.all([closed, ended]);
    assert.match(text, /^HTTP\/1\.1 200 .*\r\n[\s\S]*done$/);
  });
});
