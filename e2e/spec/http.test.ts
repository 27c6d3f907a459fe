import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { OPERATIONS } from '@staking-agent/wire';
import { request } from 'undici';
import { assertPage, assertProblem, HTML, JSON_TYPE, MARKDOWN } from '../assert-answer.ts';
import { parseRaw, sendRaw } from '../send-raw.ts';
import { send, startWorld } from '../world.ts';

const world = await startWorld({ after });
const { url } = world.service;
const get = (path: string, headers: Record<string, string> = {}) =>
  send('GET', `${url}${path}`, undefined, headers);

for (const path of [
  '/',
  '/docs',
  '/docs/strategies',
  '/docs/nothing',
  '/errors/forbidden',
  '/openapi.json',
]) {
  test(`every method that does not read is 405 on ${path}`, async () => {
    const others = METHODS.filter((each) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(each));
    for (const method of ['POST', 'PUT', 'DELETE', others.at(-1) ?? 'PATCH']) {
      const text = await sendRaw(
        url,
        `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\n{"a`,
      );
      const answer = parseRaw(text);
      assertProblem(answer, { slug: 'method_not_allowed', detail: /GET, HEAD, OPTIONS/ });
      assert.equal(answer.headers['allow'], 'GET, HEAD, OPTIONS');
    }
  });
}

test('HEAD answers as GET does, without the body', async () => {
  for (const path of ['/', '/docs/strategies', '/openapi.json', '/errors/forbidden', '/assets/site.css']) {
    const [head, whole] = [await send('HEAD', `${url}${path}`), await get(path)];
    assert.equal(head.status, 200);
    assert.equal(head.text, '');
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control', 'vary']) {
      assert.equal(head.headers[name], whole.headers[name], `${name} of ${path}`);
    }
  }
  assert.equal((await send('HEAD', `${url}/docs/nothing`)).status, 404);
});

test('OPTIONS is a preflight here too', async () => {
  const answer = await send('OPTIONS', `${url}/openapi.json`);
  assert.equal(answer.status, 204);
  assert.equal(answer.headers['access-control-max-age'], '86400');
});

test('what a caller has is not sent again', async () => {
  const { headers } = await get('/docs/strategies');
  const etag = String(headers['etag']);
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const answer = await get('/docs/strategies', { 'if-none-match': known });
    assert.equal(answer.status, 304, known);
    assert.equal(answer.text, '');
    assert.equal(answer.headers['etag'], etag);
  }
  for (const unknown of ['"other"', '', 'W/', etag.replaceAll('"', '')]) {
    assert.equal((await get('/docs/strategies', { 'if-none-match': unknown })).status, 200, unknown);
  }
  // Another form is other bytes.
  const markdown = { 'if-none-match': etag, accept: 'text/markdown' };
  assert.equal((await get('/docs/strategies', markdown)).status, 200);
});

test('content is compressed for those who take it, under a tag of its own', async () => {
  const answer = await request(`${url}/openapi.json`, {
    headers: { 'accept-encoding': 'br;q=1, gzip;q=0.5' },
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  assert.equal(answer.headers['content-encoding'], 'gzip');
  const plain = await get('/openapi.json');
  assert.equal(gunzipSync(bytes).toString(), plain.text);
  assert.notEqual(answer.headers['etag'], plain.headers['etag']);
  for (const field of ['', 'identity', 'gzip;q=0', 'br', '*;q=0', 'gzip;q=2', ';;;', ','.repeat(5_000)]) {
    const { headers, text } = await get('/openapi.json', { 'accept-encoding': field });
    assert.equal(headers['content-encoding'], undefined, field);
    assert.equal(text, plain.text);
  }
});

const ACCEPTS: readonly (readonly [string, RegExp])[] = [
  ['*/*', HTML],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', HTML],
  ['text/markdown, text/html;q=0.9', MARKDOWN],
  ['TEXT/MARKDOWN', MARKDOWN],
  ['text/*;q=0.5, application/json', JSON_TYPE],
  ['application/json;q=0.2, text/markdown;q=0.1, */*;q=0', JSON_TYPE],
  ['text/html;q=0, */*', MARKDOWN],
  ['text/markdown;charset=utf-8;q=0.3', MARKDOWN],
  ['image/png', HTML],
  ['', HTML],
  ['garbage', HTML],
  ['text/markdown;q=2', HTML],
  ['text/markdown;q=-1', HTML],
  [';;,,;q=', HTML],
  ['*', HTML],
  ['text/markdown,'.repeat(1_000), HTML],
];
for (const [accept, type] of ACCEPTS) {
  test(`Accept: ${accept.slice(0, 70)} is answered`, async () => {
    assertPage(await get('/errors/forbidden', { accept }), type);
  });
}

for (const path of [
  '/docs/../package.json',
  '/docs/..%2fpackage.json',
  '/docs/%2e%2e/%2e%2e/etc/passwd',
  '/docs/..%5c..%5cpackage.json',
  '/docs/....//....//etc/passwd',
  '/docs//etc/passwd',
  '/docs/strategies%00.md',
  '/docs/strategies/',
  '/docs/',
  '/docs/STRATEGIES',
  '/docs/guides/README.md',
  '/docs/strategies.md.md',
  '/assets/../site.ts',
  '/assets/%2e%2e%2fsite.ts',
  '/assets/',
  '/.well-known/',
  '/.well-known/api-catalog/',
  '/.env',
  '/api/v1/docs',
]) {
  test(`${path} is 404`, async () => {
    const text = await sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assertProblem(parseRaw(text), { slug: 'not_found', code: 'PATH_NOT_FOUND' });
  });
}

test('a query changes nothing', async () => {
  assert.equal((await get('/docs/strategies.md?a=/../b')).text, (await get('/docs/strategies.md')).text);
});

test('pages do not shadow what the API does not know', async () => {
  for (const path of ['/api/v1', '/api/v1/', '/api/v1/nowhere', '/api', '/stake']) {
    assertProblem(await get(path), { slug: 'not_found', code: 'PATH_NOT_FOUND' });
  }
  assert.ok(Object.values(OPERATIONS).every((each) => !each.path.startsWith('/docs')));
});

const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const STAKE = { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5' };

const raw = (bytes: string | Buffer, answers?: number) => sendRaw(url, bytes, answers);

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
