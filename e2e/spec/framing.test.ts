import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { parseRaw, sendRaw } from '../send-raw.ts';
import { startWorld } from '../world.ts';

const world = await startWorld({ after });
const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const STAKE = { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5' };

const raw = (bytes: string | Buffer, answers?: number) => sendRaw(world.service.url, bytes, answers);

test('a request of HTTP/1.0 needs no host', async () => {
  const answer = parseRaw(await raw('GET /api/v1/health HTTP/1.0\r\n\r\n'));
  assert.equal(answer.status, 200);
  assert.equal(answer.body.ok, true);
});
for (const hosts of ['Host: a\r\nHost: b', 'Host: a\r\nhOST: a']) {
  test(`two hosts are 400: ${JSON.stringify(hosts)}`, async () => {
    for (const version of ['1.0', '1.1']) {
      const text = await raw(`GET /api/v1/health HTTP/${version}\r\n${hosts}\r\nConnection: close\r\n\r\n`);
      assertProblem(parseRaw(text), { slug: 'invalid_request', code: 'HEADER_REPEATED', detail: /Host/ });
    }
  });
}

test('a chunked body over the limit is 413', async () => {
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const text = await raw(
    `POST /api/v1/stake HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`,
  );
  assertProblem(parseRaw(text), { slug: 'payload_too_large' });
});

const FRAMING: Record<string, [string, 'invalid_request' | 'headers_too_large']> = {
  'TLS bytes': ['\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'invalid_request'],
  'an unknown method': ['BREW /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n', 'invalid_request'],
  'two lengths': [
    'POST /api/v1/stake HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n{}',
    'invalid_request',
  ],
  'a length and chunks': [
    'POST /api/v1/stake HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'invalid_request',
  ],
  'an unknown transfer encoding': [
    'POST /api/v1/stake HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
    'invalid_request',
  ],
  'headers over 16 KiB': [
    `GET /api/v1/health HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(17_000)}\r\n\r\n`,
    'headers_too_large',
  ],
  'over 100 header fields': [
    `GET /api/v1/health HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(101)}\r\n`,
    'headers_too_large',
  ],
  'an unknown expectation': [
    'POST /api/v1/stake HTTP/1.1\r\nHost: x\r\nExpect: banana\r\nContent-Length: 2\r\n\r\n{}',
    'invalid_request',
  ],
  'no host': ['GET /api/v1/health HTTP/1.1\r\n\r\n', 'invalid_request'],
};
for (const [name, [bytes, slug]] of Object.entries(FRAMING)) {
  test(`${name}: ${slug} with all headers, and nothing after it is executed`, async () => {
    const behind = 'POST /api/v1/stake HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}';
    const text = await raw(`${bytes}${behind}`, 2);
    assertProblem(parseRaw(text.split(/(?<=\})HTTP\/1\.1/)[0] ?? ''), { slug });
  });
}

test('a tunnel is 405, and what would go through it is not executed', async () => {
  const text = await raw(
    'CONNECT stake.example:443 HTTP/1.1\r\nHost: stake.example\r\n\r\nGET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n',
  );
  assert.equal(text.split('HTTP/1.1').length, 2, text);
  const answer = parseRaw(text);
  assertProblem(answer, { slug: 'method_not_allowed', code: 'METHOD_NOT_ALLOWED', detail: /POST/ });
  assert.match(String(answer.headers['allow']), /POST/);
});

test('of three pipelined requests with a bad one in the middle each gets its answer, in order', async () => {
  const body = JSON.stringify(STAKE);
  const one = (text: string) =>
    `POST /api/v1/stake HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  const text = await raw(one(body) + one('{"a":') + one(body), 3);
  assert.deepEqual(
    [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map((match) => match[1]),
    ['200', '400', '200'],
  );
});

for (const host of ['a b', '[', '#', 'user:password@evil.example', 'localhost:999999', 'evil.example']) {
  test(`an agent's request to the host ${host} is 403`, async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });
    const text = await raw(
      `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      1,
    );
    assert.match(text, /^HTTP\/1\.1 403 /);
  });
}

test('a target in absolute form is the same page', async () => {
  const ask = (target: string) => raw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const [plain, absolute] = await Promise.all(
    ['/docs/operations', 'http://x/docs/operations?a'].map(async (target) => parsePage(await ask(target))),
  );
  assert.match(plain ?? '', /^<!doctype html>/);
  assert.equal(absolute, plain);
});

function parsePage(text: string): string {
  return text.slice(text.indexOf('\r\n\r\n') + 4);
}
