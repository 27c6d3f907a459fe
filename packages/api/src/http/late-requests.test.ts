import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRawSocket } from '../../test/open-raw-socket.ts';
import { createHttpServer } from './callers.ts';

/** How long a request may take, and for how much longer the process stands still, milliseconds. */
const LIMIT = 60;
const STANDSTILL = 2 * LIMIT;
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const HEAD = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n';

/** Makes a server that looks at the time of its requests in every round of the loop. */
function createHastyServer(listener: RequestListener): Server {
  const server = createHttpServer(listener, { isBehindProxy: false, siteOrigin: 'https://stake.example' });
  return Object.assign(server, {
    requestTimeout: LIMIT,
    headersTimeout: LIMIT,
    connectionsCheckingInterval: 1,
  });
}

/** Stops the process for longer than a request may take, between two readings of what has arrived. */
const standStill = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STANDSTILL);
/** Looks, a millisecond apart, after which what is waited for does not come. */
const MOST_LOOKS = 10_000;
async function until(isSo: () => boolean): Promise<void> {
  for (let look = 0; !isSo(); look += 1) {
    assert.ok(look < MOST_LOOKS, 'it does not come');
    await sleep(1);
  }
}
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function connect(t: TestContext, server: Server) {
  const connected = once(server, 'connection');
  const caller = await openRawSocket(t, server);
  await connected;
  return caller;
}

const echo: RequestListener = (request, response) => {
  let text = '';
  request.setEncoding('utf8').on('data', (bytes) => {
    text += bytes;
  });
  request.once('end', () => response.end(`got ${text}`));
  // A body that is cut.
  request.once('error', () => response.destroy());
};

/** Writes, and stands still before anybody has read it. */
async function writeAndStandStill(socket: Socket, bytes: string): Promise<void> {
  await nextTurn();
  socket.write(bytes);
  standStill();
}

describe('a request that arrived while the process stood still', () => {
  for (const [name, before, during] of [
    ['the whole of it', '', GET],
    ['the whole of it and its body', '', `${HEAD}{22}`],
    ['the rest of its headers', HEAD.slice(0, 20), `${HEAD.slice(20)}{22}`],
    ['its body', HEAD, '{22}'],
    ['half of its body', `${HEAD}{2`, '2}'],
    ['the rest of a later one', `${GET}${HEAD.slice(0, 20)}`, `${HEAD.slice(20)}{22}`],
  ] as const)
    test(`is answered: ${name}`, async (t) => {
      const { socket, received } = await connect(t, createHastyServer(echo));
      if (before !== '') socket.write(before);
      if (before.startsWith(GET)) await once(socket, 'data');
      else await nextTurn();
      await writeAndStandStill(socket, during);
      const last = during === GET ? 'got ' : 'got {22}';
      await until(() => socket.closed || received().endsWith(last));
      assert.doesNotMatch(received(), / 408 /);
      // It goes on as if nothing had been.
      for (let turn = 0; turn < 50; turn += 1) await nextTurn();
      socket.write(`${HEAD}next`);
      await until(() => received().endsWith('got next'));
    });

  test('is answered after the one before it', async (t) => {
    let letGo = (): void => assert.fail('nothing is held');
    const server = createHastyServer((request, response) => {
      if (request.method === 'POST') echo(request, response);
      else letGo = () => echo(request, response);
    });
    const { socket, received } = await connect(t, server);
    const begun = once(server, 'request');
    socket.write(`${GET}${HEAD}`);
    await begun;
    await writeAndStandStill(socket, '{22}');
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    letGo();
    await until(() => socket.closed || received().endsWith('got {22}'));
    assert.equal(received().split('HTTP/1.1 200').length, 3);
  });
});

describe('a request that has not arrived', () => {
  for (const [name, bytes, drop] of [
    ['nothing of it', '', ''],
    ['a part of its headers', HEAD.slice(0, 20), ''],
    ['a part of its body', `${HEAD}{2`, ''],
    ['a part of a later one', `${GET}${HEAD.slice(0, 20)}`, ''],
    ['headers that drip', `${HEAD.slice(0, -2)}X: `, 'x'],
    ['a body that drips', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n', 'x'],
  ] as const)
    test(`is refused once: ${name}`, async (t) => {
      const { socket, received } = await connect(t, createHastyServer(echo));
      await writeAndStandStill(socket, bytes);
      await until(() => {
        if (drop !== '' && socket.writable) socket.write(drop);
        return socket.closed;
      });
      assert.match(received(), /(^|got )HTTP\/1\.1 408 [\s\S]*REQUEST_TIMEOUT/);
      assert.equal(received().split('HTTP/1.1 408').length, 2);
    });
});
