import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { pino } from 'pino';
import { createArrivalClock } from '../../test/arrival-clock.ts';
import { createUpstreamPorts } from '../../test/upstream-ports.ts';
import { UpstreamFault, UpstreamRefusal } from '../problems/faults.ts';
import { openSanctum } from './sanctum.ts';

const SWAP = { sell: 'A', buy: 'B', amount: 1n, slippageBps: 50 };
const ORDER = {
  inp: 'A',
  out: 'B',
  inpAmt: '1',
  outAmt: '2',
  tx: 'AQ==',
  swapSrcData: { swapSrc: 'Inf', data: {} },
};
const ORDER_TEXT = JSON.stringify(ORDER);

type Answer = (request: IncomingMessage, response: ServerResponse, passDeadline: () => void) => void;

/** A router that answers as told, one answer a request, the last one again and again. */
async function startRouter(t: TestContext, ...answers: Answer[]) {
  const requests: { method: string; url: string; body: string }[] = [];
  const clock = createArrivalClock();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const answer = answers[Math.min(requests.length, answers.length - 1)];
    requests.push({ method: request.method ?? '', url: request.url ?? '', body });
    answer?.(request, response, clock.expire);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // No time passes, but for the deadlines that a test lets pass.
  const ports = createUpstreamPorts({ ...clock, elapsed: () => 0 });
  const stop = { isStopped: false };
  const settings = {
    url: `http://127.0.0.1:${port}/base/?own=1`,
    apiKey: 'secret',
    assertRunning: () => assert.ok(!stop.isStopped, 'router is stopped'),
  };
  const { router, close } = openSanctum(settings, ports, pino({ level: 'silent' }));
  const client = {
    order: async () => (await router.orderSwap(SWAP, 'wallet')).routing.router_order,
    execute: router.execute,
  };
  t.after(async () => {
    await close();
    server.closeAllConnections();
    server.close();
  });
  return { client, requests, stop };
}

const say =
  (status: number, text: string, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, headers).end(text);
  };
const hang: Answer = (_request, _response, passDeadline) => passDeadline();
const reset: Answer = (request) => request.socket.destroy();

test('an order is one GET with everything in its query, the key included', async (t) => {
  const { client, requests } = await startRouter(t, say(200, ORDER_TEXT));
  assert.deepEqual(await client.order(), ORDER);
  assert.deepEqual(requests, [
    {
      method: 'GET',
      url: '/base/swap/token/order?own=1&inp=A&out=B&amt=1&slippageBps=50&signer=wallet&apiKey=secret',
      body: '',
    },
  ]);
});

test('an order that no broadcast could bring back is refused', async (t) => {
  const sized = (size: number) => {
    const frame = JSON.stringify({ ...ORDER, swapSrcData: { swapSrc: 'Inf', data: '' } }).length;
    return JSON.stringify({ ...ORDER, swapSrcData: { swapSrc: 'Inf', data: 'x'.repeat(size - frame) } });
  };
  const { client } = await startRouter(t, say(200, sized(60_000)), say(200, sized(60_001)));
  await client.order();
  await assert.rejects(client.order(), (error) => {
    assert.ok(error instanceof UpstreamFault);
    assert.equal(error.kind, 'malformed');
    return true;
  });
});

const takeSigned = async () => 'AQ==';

test('an execution hands the order on digit by digit', async (t) => {
  const digits =
    '{"inp":"A","out":"B","inpAmt":"1","outAmt":"2","tx":"AQ==","swapSrcData":{"swapSrc":"Jup","data":{"rate":1.0,"id":12345678901234567890,"small":1e-9}}}';
  const { client, requests } = await startRouter(
    t,
    say(200, digits),
    say(200, JSON.stringify({ signature: '5'.repeat(88) })),
  );
  const order = await client.order();
  assert.equal(JSON.stringify(order), digits);
  await client.execute('token', order, takeSigned);
  assert.equal(requests[1]?.url, '/base/swap/token/execute?own=1&apiKey=secret');
  assert.equal(requests[1]?.body, `{"signedTx":"AQ==","orderResponse":${digits}}`);
});

const refusals: [string, Answer, string][] = [
  [
    'its documented form',
    say(400, '{"error":{"code":"BAD_REQUEST","message":"amt must be a positive integer"}}'),
    'amt must be a positive integer',
  ],
  ['a plain error', say(400, '{"error":"no route"}'), 'no route'],
  ['a plain message', say(404, '{"message":"unknown mint"}'), 'unknown mint'],
  ['a page', say(403, '<html>forbidden</html>'), 'it gave no reason.'],
  ['a limit', say(429, 'Too many requests', { 'retry-after': '7' }), 'it gave no reason.'],
];
for (const [name, answer, words] of refusals) {
  test(`a refusal as ${name} is final and keeps its words`, async (t) => {
    const { client, requests } = await startRouter(t, answer);
    await assert.rejects(client.order(), (error) => {
      assert.ok(error instanceof UpstreamRefusal);
      assert.equal(error.message, words);
      assert.equal(error.retryAfter, name === 'a limit' ? 7 : undefined);
      return true;
    });
    assert.equal(requests.length, 1);
  });
}

const faults: [string, Answer, UpstreamFault['kind'], number][] = [
  ['hangs', hang, 'timeout', 2],
  [
    'begins and does not end',
    (_, response, passDeadline) => void response.writeHead(200).write('{', passDeadline),
    'timeout',
    2,
  ],
  ['resets', reset, 'broken', 2],
  ['breaks', say(500, '<html>'), 'status', 2],
  ['answers garbage', say(200, '\u0000\u0001'), 'malformed', 1],
  ['answers another shape', say(200, '{"inp":"A"}'), 'malformed', 1],
  ['answers amounts as numbers', say(200, JSON.stringify({ ...ORDER, outAmt: 2 })), 'malformed', 1],
  ['answers negative amounts', say(200, JSON.stringify({ ...ORDER, outAmt: '-2' })), 'malformed', 1],
  ['redirects', say(307, '', { location: 'http://127.0.0.1:1/' }), 'status', 2],
  ['compresses', say(200, ORDER_TEXT, { 'content-encoding': 'gzip' }), 'malformed', 1],
  ['answers without end', say(200, 'x'.repeat(3_000_000)), 'malformed', 1],
];
for (const [name, answer, kind, attempts] of faults) {
  test(`a router that ${name} is asked ${attempts === 1 ? 'once' : 'twice'} within the deadline`, async (t) => {
    const { client, requests } = await startRouter(t, answer);
    await assert.rejects(client.order(), (error) => {
      assert.doesNotMatch(String(error), /secret|127\.0\.0\.1/);
      return error instanceof UpstreamFault && error.kind === kind;
    });
    assert.equal(requests.length, attempts);
  });
}

test('an execution that hangs is handed over once more, the same bytes, and given up within the deadline', async (t) => {
  const { client, requests } = await startRouter(t, hang);
  await assert.rejects(
    client.execute('token', ORDER, takeSigned),
    (error) => error instanceof UpstreamFault && error.kind === 'timeout',
  );
  assert.equal(requests.length, 2);
  assert.deepEqual(requests[0], requests[1]);
});

test('bytes that must not be sent are not, and what says so is thrown', async (t) => {
  const { client, requests } = await startRouter(t, say(200, ORDER_TEXT));
  const stop = new Error('not claimed');
  await assert.rejects(
    client.execute('token', ORDER, () => Promise.reject(stop)),
    stop,
  );
  assert.equal(requests.length, 0);
});

test('the bytes of an execution are taken once for both attempts', async (t) => {
  const { client } = await startRouter(t, reset, reset);
  let taken = 0;
  const take = async () => {
    taken += 1;
    return 'AQ==';
  };
  await assert.rejects(client.execute('token', ORDER, take), UpstreamFault);
  assert.equal(taken, 1);
});

test('a refusal after an execution without an answer leaves the outcome open', async (t) => {
  const { client, requests } = await startRouter(t, reset, say(400, '{"error":"already processed"}'));
  await assert.rejects(client.execute('token', ORDER, takeSigned), UpstreamFault);
  assert.equal(requests.length, 2);
});

test('the second attempt can succeed', async (t) => {
  const { client } = await startRouter(t, reset, say(200, ORDER_TEXT));
  assert.deepEqual(await client.order(), ORDER);
});

test('a router that is down is left alone for a while, and tried again', async (t) => {
  const { client, requests } = await startRouter(
    t,
    ...Array.from({ length: 60 }, () => reset),
    say(200, ORDER_TEXT),
  );
  await Promise.allSettled(Array.from({ length: 30 }, () => client.order()));
  const after = requests.length;
  await assert.rejects(
    client.order(),
    (error) => error instanceof UpstreamFault && error.kind === 'unreachable',
  );
  assert.ok(requests.length - after <= 1, `${requests.length - after} requests while open`);
});

test('a router that the operator stopped is asked for no order, and executes earlier ones', async (t) => {
  const signed = say(200, JSON.stringify({ signature: '5'.repeat(88) }));
  const { client, requests, stop } = await startRouter(t, signed);
  stop.isStopped = true;
  await assert.rejects(client.order(), /router is stopped/);
  assert.equal(requests.length, 0);
  await client.execute('token', ORDER, takeSigned);
  assert.equal(requests.length, 1);
});
