import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, describe, test } from 'node:test';
import { assertProblem } from '../assert-answer.ts';
import { send, startWorld, type World } from '../world.ts';

const WALLET = 'DfdqcqdBWTNiM4PikMNFVdS9ExRQH1myKfaAkqMCQieL';
const STAKE = { strategy: 'sol-native-stake', wallet: WALLET, amount: '1.5' };
const RATE_LIMITS = 'reads=20,builds=10,keyed=4,broadcasts=6';

const from = (address: string) => ({ 'x-forwarded-for': address });

/** Sends until it is refused, and returns how many were answered before and the refusal. */
async function exhaust(ask: (count: number) => ReturnType<World['get']>) {
  for (let count = 0; count < 100; count += 1) {
    const answer = await ask(count);
    if (answer.status === 429) return { count, answer };
  }
  throw new Error('Nothing was refused.');
}

describe('behind a trusted proxy', () => {
  const worlds = startWorld({ after }, { RATE_LIMITS, TRUST_PROXY: 'loopback' });

  test('each kind of request has a budget of its own, and what is over it is 429 with when to come back', async () => {
    const world = await worlds;
    const caller = from('192.0.2.1');
    const broadcast = { signed_tx: 'AQ==', service_token: 'st1' };
    const kinds: Record<string, [number, () => ReturnType<World['get']>]> = {
      reads: [20, () => world.get('/strategies', caller)],
      builds: [10, () => world.post('/stake', STAKE, caller)],
      broadcasts: [6, () => world.post('/broadcast', broadcast, caller)],
    };
    for (const [name, [quota, ask]] of Object.entries(kinds)) {
      const { count, answer } = await exhaust(ask);
      assert.ok(count >= quota && count <= quota + 2, `${name}: ${count}`);
      assertProblem(answer, {
        slug: 'rate_limited',
        code: 'RATE_LIMITED',
        detail: new RegExp(`${quota} ${name}`),
      });
      assert.equal(answer.body.retryable, true);
      assert.equal(answer.headers['ratelimit-policy'], `"${name}";q=${quota};w=60`);
      assert.match(String(answer.headers['ratelimit']), new RegExp(`^"${name}";r=0;t=(60|5[0-9])$`));
      const wait = Number(answer.headers['retry-after']);
      assert.ok(wait >= 1 && wait <= Math.ceil(60 / quota), `${name}: ${wait}`);
    }
  });

  // One request: a second one may come, on a busy machine, when the first has been given back.
  test('an answer says what is left', async () => {
    const world = await worlds;
    const { headers } = await world.post('/quote', STAKE, from('192.0.2.2'));
    assert.equal(headers['ratelimit-policy'], '"builds";q=10;w=60');
    assert.equal(headers['ratelimit'], '"builds";r=9;t=6');
  });

  test('a request with a key counts twice, and a flood of keys leaves room for requests without', async () => {
    const world = await worlds;
    const caller = from('192.0.2.3');
    const { count, answer } = await exhaust((i) =>
      world.post('/stake', STAKE, { ...caller, 'idempotency-key': `key-${i}` }),
    );
    assert.equal(count, 4);
    assertProblem(answer, { slug: 'rate_limited', detail: /4 requests with an Idempotency-Key/ });
    assert.equal(answer.headers['ratelimit-policy'], '"builds";q=10;w=60, "keyed";q=4;w=60');
    assert.equal((await world.post('/stake', STAKE, caller)).status, 200);
  });

  test('another address is not touched, nor are preflights and /health', async () => {
    const world = await worlds;
    const greedy = from('192.0.2.4');
    await exhaust(() => world.post('/stake', STAKE, greedy));
    assert.equal((await world.post('/stake', STAKE, from('192.0.2.5'))).status, 200);
    assert.equal((await world.get('/strategies', greedy)).status, 200);
    for (let i = 0; i < 30; i += 1) {
      const health = await world.get('/health', greedy);
      assert.equal(health.status, 200);
      assert.equal(health.headers['ratelimit'], undefined);
      const preflight = await send('OPTIONS', `${world.service.url}/api/v1/stake`, undefined, greedy);
      assert.equal(preflight.status, 204);
    }
  });

  test('what is refused for its path, method or body counts too', async () => {
    const world = await worlds;
    await exhaust(() => world.get('/nowhere', from('192.0.2.7')));
    await exhaust(() => world.post('/stake', '{', from('192.0.2.8')));
  });
});

test('without a trusted proxy nobody can say that he is somebody else', async (t) => {
  const world = await startWorld(t, { RATE_LIMITS });
  const { count } = await exhaust((i) => world.post('/stake', STAKE, from(`192.0.2.${i + 1}`)));
  assert.ok(count <= 12);
});

test('switched off, nothing is counted and nothing said', async (t) => {
  const world = await startWorld(t, { RATE_LIMITS: 'off' });
  for (let i = 0; i < 50; i += 1) {
    const answer = await world.post('/stake', STAKE);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['ratelimit'], undefined);
  }
});

test('a connection that sends too far ahead of its answers is closed, and others are served', async (t) => {
  const world = await startWorld(t);
  const { hostname, port } = new URL(world.service.url);
  const one = 'GET /api/v1/strategies HTTP/1.1\r\nHost: x\r\n\r\n';
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // The service closes while bytes are still on their way.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(one.repeat(20_000));
  const other = await world.post('/stake', STAKE);
  assert.equal(other.status, 200);
  await closed;
  const text = Buffer.concat(chunks).toString('utf8');
  const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  assert.ok(statuses.length <= 200, String(statuses.length));
  assert.ok(statuses.slice(0, -1).every((status) => status === '200'));
});
