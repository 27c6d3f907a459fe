import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import fastify from 'fastify';
import { toProblemError } from './problems.ts';
import { createBodyBudget } from './requests.ts';

const LIMITS = { smallBodyBytes: 100, bodiesBytes: 1_000 };
const BODY_BYTES = 65_536;

/** A server that answers how long a body was, or the code of what it was refused for. */
async function start(t: TestContext, limits = LIMITS) {
  let arrived = 0;
  const app = fastify({ bodyLimit: BODY_BYTES });
  app.addHook('preParsing', createBodyBudget(limits));
  // Behind the budget, so that what it refused is counted as well.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    request.raw.on('data', (chunk: Buffer) => {
      arrived += chunk.length;
    });
    done(null, payload);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) => reply.code(429).send(toProblemError(error).code));
  app.post('/', ({ body }) => String((body as Buffer).length));
  const { server } = app;
  await app.listen();
  t.after(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const open = (head: string, bytes: number): Socket => {
    const socket = connect(port, 'localhost').setEncoding('utf8');
    socket.on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n${head}\r\n\r\n`);
    socket.write('x'.repeat(bytes));
    t.after(() => void socket.destroy());
    return socket;
  };
  const untilArrived = async (bytes: number) => {
    while (arrived < bytes) await new Promise(setImmediate);
    await new Promise(setImmediate);
  };
  return { open, untilArrived };
}

const ofLength = (bytes: number) => `Content-Length: ${bytes}`;

async function readAnswer(socket: Socket): Promise<string> {
  const [text] = (await once(socket, 'data')) as [string];
  return `${text.slice(9, 12)} ${text.slice(text.indexOf('\r\n\r\n') + 4)}`;
}

describe('bodies of all connections', () => {
  test('pass as long as together they are within the budget, and give back what they took', async (t) => {
    const { open } = await start(t);
    for (let round = 0; round < 5; round += 1) {
      assert.equal(await readAnswer(open(ofLength(1_100), 1_100)), '200 1100');
    }
  });

  test('over the budget are refused as they come, small ones are not, and there is room when others end', async (t) => {
    const { open, untilArrived } = await start(t);
    const held = [open(ofLength(700), 699), open(ofLength(500), 499)];
    await untilArrived(1_198);
    assert.equal(await readAnswer(open(ofLength(200), 200)), '429 BODIES_TOO_MANY');
    assert.equal(await readAnswer(open(ofLength(100), 100)), '200 100');
    held[0]?.write('x');
    assert.equal(await readAnswer(held[0] as Socket), '200 700');
    assert.equal(await readAnswer(open(ofLength(500), 500)), '200 500');
  });

  test('count by what has come, not by what was announced', async (t) => {
    const { open, untilArrived } = await start(t);
    for (let i = 0; i < 20; i += 1) open(ofLength(60_000), 1);
    await untilArrived(20);
    assert.equal(await readAnswer(open(ofLength(1_000), 1_000)), '200 1000');
  });

  test('count without a length as well', async (t) => {
    const { open } = await start(t);
    const body = `${(1_200).toString(16)}\r\n${'x'.repeat(1_200)}\r\n0\r\n\r\n`;
    const socket = open('Transfer-Encoding: chunked', 0);
    socket.write(body);
    assert.equal(await readAnswer(socket), '429 BODIES_TOO_MANY');
  });

  test('longer than one may be are refused, by what is announced and by what comes', async (t) => {
    const { open } = await start(t, { ...LIMITS, bodiesBytes: 1_000_000 });
    assert.equal(await readAnswer(open(ofLength(65_537), 0)), '429 BODY_TOO_LARGE');
    const socket = open('Transfer-Encoding: chunked', 0);
    socket.write(`${(65_537).toString(16)}\r\n${'x'.repeat(65_537)}\r\n`);
    assert.equal(await readAnswer(socket), '429 BODY_TOO_LARGE');
  });

  test('arrive whole, in however many parts', async (t) => {
    const { open } = await start(t);
    const socket = open(ofLength(90), 30);
    for (let i = 0; i < 3; i += 1) socket.write('x'.repeat(20));
    assert.equal(await readAnswer(socket), '200 90');
  });

  test('whose caller goes away in the middle take nothing any more', async (t) => {
    const { open, untilArrived } = await start(t);
    const gone = open(ofLength(1_090), 1_089);
    await untilArrived(1_089);
    assert.equal(await readAnswer(open(ofLength(200), 200)), '429 BODIES_TOO_MANY');
    gone.destroy();
    // As soon as the server has seen that it is gone.
    while ((await readAnswer(open(ofLength(1_000), 1_000))) !== '200 1000');
  });
});
