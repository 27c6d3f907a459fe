import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import { after, test } from 'node:test';
import { OPERATIONS } from '@staking-agent/wire';
import { assertCommonHeaders, assertProblem } from '../assert-answer.ts';
import { parseRaw, sendRaw } from '../send-raw.ts';
import { send, startWorld } from '../world.ts';

const world = await startWorld({ after });
const { url } = world.service;
const BASE = `${url}/api/v1`;
const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const raw = (bytes: string | Buffer) => sendRaw(url, bytes);
const STAKE = { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5' };

const paths = Object.values(OPERATIONS).map(({ path }) => path.replace('{key}', 'sol-native-stake'));

for (const path of [...paths, '/nowhere', '/stake/']) {
  test(`OPTIONS ${path} is 204, empty, with the headers of the contract`, async () => {
    const answer = await send('OPTIONS', `${BASE}${path}`, undefined, {
      origin: 'https://wallet.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-partner-key',
    });
    assert.equal(answer.status, 204);
    assert.equal(answer.text, '');
    assertCommonHeaders(answer);
    assert.equal(answer.headers['access-control-max-age'], '86400');
  });
}

for (const { method, path } of Object.values(OPERATIONS)) {
  test(`every other method on ${path} is 405 and names ${method}`, async () => {
    for (const other of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => each !== method)) {
      const answer = await send(other, `${BASE}${path.replace('{key}', 'sol-native-stake')}`);
      const allow = method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS';
      assertProblem(answer, { slug: 'method_not_allowed', detail: new RegExp(allow) });
      assert.equal(answer.headers['allow'], allow);
    }
  });
}

for (const method of METHODS.filter((each) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(each))) {
  test(`${method} on a path that is read is 405, whatever its headers and body`, async () => {
    const text = await raw(
      `${method} /api/v1/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Encoding: gzip\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\n{"a`,
    );
    const answer = parseRaw(text);
    assertProblem(answer, { slug: 'method_not_allowed', detail: /GET, HEAD, OPTIONS/ });
    assert.equal(answer.headers['allow'], 'GET, HEAD, OPTIONS');
  });
}

const UNREAD: Record<string, [string, Record<string, string>]> = {
  'broken JSON': ['{"a":', { 'content-type': 'application/json' }],
  'a body of another type': ['a=b', { 'content-type': 'application/x-www-form-urlencoded' }],
  'a compressed body': ['x', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  'a body over the limit': ['x'.repeat(70_000), { 'content-type': 'application/json' }],
};
for (const [name, [body, headers]] of Object.entries(UNREAD)) {
  test(`an unknown path is 404 with ${name}`, async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await send(method, `${BASE}/nowhere`, body, headers);
      assertProblem(answer, { slug: 'not_found', code: 'PATH_NOT_FOUND' });
    }
  });
}

for (const path of [
  '/',
  '/stakes',
  '/stake/',
  '//strategies',
  '/strategies/',
  '/strategies/a/b',
  '/health/x',
  '/../stake',
]) {
  test(`the unknown path ${path} is 404`, async () => {
    assertProblem(await send('GET', `${BASE}${path}`), { slug: 'not_found' });
  });
}
test('a path outside the base is 404', async () => {
  for (const path of ['/stake', '/api', '/api/v2/stake', '/favicon.ico']) {
    assertProblem(await send('GET', `${url}${path}`), { slug: 'not_found', code: 'PATH_NOT_FOUND' });
  }
});

for (const path of ['/strategies/%', '/strategies/%zz', '/strategies/%ff', '/%']) {
  test(`the malformed path ${path} is 400`, async () => {
    const answer = parseRaw(await raw(`GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`));
    assertProblem(answer, { slug: 'invalid_request', detail: /percent-escape/ });
  });
}

test('an unknown strategy of any length is 404', async () => {
  for (const key of ['x'.repeat(101), 'x'.repeat(5_000), '%00', '%E2%80%AE', '__proto__', 'constructor']) {
    assertProblem(await send('GET', `${BASE}/strategies/${key}`), {
      slug: 'not_found',
      code: 'STRATEGY_NOT_FOUND',
    });
  }
});

const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  'application/vnd.api+json',
  'application/json; charset=utf-16',
  'application/json; charset=iso-8859-1',
  'garbage',
  'application/json, text/plain',
];
for (const type of TYPES) {
  test(`a body labelled ${type} is 415`, async () => {
    assertProblem(await world.post('/stake', STAKE, { 'content-type': type }), {
      slug: 'unsupported_media_type',
      detail: /application\/json/,
    });
  });
}
for (const type of [
  'application/json',
  'application/json;charset=utf-8',
  'Application/JSON; charset="UTF-8"',
  'application/json;',
  'application/json ; ',
  'application/json;charset=utf8',
  'application/json; charset=UTF8;',
]) {
  test(`a body labelled ${type} is read`, async () => {
    assert.equal((await world.post('/stake', STAKE, { 'content-type': type })).status, 200);
  });
}
test('a body without a label is read as JSON', async () => {
  const body = JSON.stringify(STAKE);
  const answer = parseRaw(
    await raw(
      `POST /api/v1/stake HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    ),
  );
  assert.equal(answer.status, 200);
  assert.equal(answer.body.strategy, 'sol-native-stake');
});
test('a compressed body is 415', async () => {
  for (const encoding of ['gzip', 'br', 'identity, gzip', '']) {
    const answer = await world.post('/stake', STAKE, { 'content-encoding': encoding });
    assertProblem(answer, { slug: 'unsupported_media_type' });
  }
});
test('a body encoded as itself is read', async () => {
  for (const encoding of ['identity', 'Identity', ' identity ']) {
    const answer = await world.post('/stake', STAKE, { 'content-encoding': encoding });
    assert.equal(answer.status, 200, answer.text);
  }
});

for (const query of [
  'strategy=usdc-earn&range=1M&range=3M',
  'strategy=usdc-earn&range=1M&range=1M',
  'strategy=usdc-earn&range=1M,3M',
  'strategy=usdc-earn&range=',
]) {
  test(`a history of ${query} is 400 and names the ranges`, async () => {
    assertProblem(await world.get(`/apy/history?${query}`), {
      slug: 'invalid_request',
      detail: /^range .*1M, 3M, 6M, All/,
    });
  });
}
test('a history of two strategies is 400 and names the strategies', async () => {
  assertProblem(await world.get('/apy/history?strategy=usdc-earn&strategy=sol-native-stake'), {
    slug: 'invalid_request',
    detail: /^strategy .*sol-native-stake, sol-liquid-stake/,
  });
});

test('HEAD answers what GET would, without the body', async () => {
  const answer = await send('HEAD', `${BASE}/health`);
  assert.equal(answer.status, 200);
  assert.equal(answer.text, '');
  assertCommonHeaders(answer);
  assert.equal((await send('HEAD', `${BASE}/stake`)).status, 405);
});

test('every answer has an id of its own, and Authorization changes nothing', async () => {
  const answers = await Promise.all([
    world.get('/health'),
    world.get('/health', { authorization: 'Bearer x' }),
  ]);
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  assert.equal(new Set(ids).size, 2);
  for (const id of ids) assert.match(String(id), /^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
});
