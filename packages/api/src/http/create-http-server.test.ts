import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openRawSocket } from '../../test/open-raw-socket.ts';
import { createHttpServer } from './callers.ts';

const NEXT = 'POST /next HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
const LONG = 'x'.repeat(70_000);
const HEAD = 'POST /first HTTP/1.1\r\nHost: x\r\n';

/** What is refused before its end, or by its head. */
const REFUSED: Readonly<Record<string, { readonly bytes: string; readonly status: number }>> = {
  'a long body': { bytes: `${HEAD}Content-Length: ${LONG.length}\r\n\r\n${LONG}`, status: 413 },
  'a long body in chunks': {
    bytes: `${HEAD}Transfer-Encoding: chunked\r\n\r\n${LONG.length.toString(16)}\r\n${LONG}\r\n0\r\n\r\n`,
    status: 413,
  },
  'an expectation': { bytes: `${HEAD}Expect: banana\r\nContent-Length: 2\r\n\r\n{}`, status: 400 },
};

describe('behind an answer that ends the connection nothing is begun', () => {
  for (const [name, { bytes, status }] of Object.entries(REFUSED)) {
    test(`a request behind ${name}`, async (t) => {
      const taken: (string | undefined)[] = [];
      const options = { isBehindProxy: false, siteOrigin: 'https://stake.example' };
      const server = createHttpServer((request, response) => {
        taken.push(request.url);
        request.once('data', () => response.writeHead(413, { connection: 'close' }).end());
      }, options);
      const { socket, closed, received } = await openRawSocket(t, server);
      socket.write(bytes + NEXT.repeat(3));
      await closed;
      await new Promise((resolve) => setImmediate(resolve));
      assert.ok(!taken.includes('/next'), taken.join());
      assert.match(received(), new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.equal(received().split('HTTP/1.1').length, 2);
    });
  }
});
