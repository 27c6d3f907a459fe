import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { openRawSocket } from '../../test/open-raw-socket.ts';
import { createHttpServer } from './callers.ts';

const SITE = 'https://stake.example';
const BODY = 'POST /first HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n';
const NEXT = 'POST /next HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';

/** What stands behind a whole request; only the first is answered. */
const BEHIND = {
  'a byte that the length did not announce': `${BODY}\r\n{}x`,
  'a request after the last one': `${BODY}Connection: close\r\n\r\n{}${NEXT}`,
  'a whole request and garbage': `${BODY}\r\n{}${NEXT}garbage\r\n\r\n`,
  'a request for a tunnel': `${BODY}\r\n{}CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n`,
  'a request with two lengths': `${BODY}\r\n{}POST /next HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
};

describe('a fault behind a request whose answer is due', () => {
  for (const [name, bytes] of Object.entries(BEHIND)) {
    test(`${name} does not cost the answer, and is not answered`, async (t) => {
      const taken: (string | undefined)[] = [];
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<ServerResponse>();
      const options = { isBehindProxy: false, siteOrigin: SITE };
      const server = createHttpServer((request, response) => {
        taken.push(request.url);
        arrive(response);
      }, options);
      const faulted = Promise.race([once(server, 'clientError'), once(server, 'connect')]);
      const { socket, closed, received } = await openRawSocket(t, server);
      socket.write(bytes);
      const response = await arrived;
      await faulted;
      response.end('done');
      await closed;
      assert.deepEqual(taken, ['/first']);
      assert.match(received(), /^HTTP\/1\.1 200 OK\r\n[\s\S]*done$/);
      assert.equal(received().split('HTTP/1.1').length, 2);
    });
  }
});
