import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { sandboxEnvironment } from '@staking-agent/dev';
import { type Sandbox, startSandbox } from '@staking-agent/sandbox';
import { askTarget } from '../ask-target.ts';
import { CHILD_ENVIRONMENT } from '../child-environment.ts';
import { listen } from '../listen.ts';
import { createLines, startReplica } from '../replica.ts';
import { until } from '../until.ts';
import { type Answer, type Cleanup, createFundedWallet, DEPLOYMENT, send } from '../world.ts';

const ROOT = join(import.meta.dirname, '../..');
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const TRACEPARENT = `00-${TRACE}-${PARENT}-01`;
const KEY = 'canary-collector-key';

const readAttributes = ({ attributes }: SentSpan): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  send('POST', `${url}/api/v1/stake`, body, headers);

describe('traces', () => {
  const stops: (() => Promise<void>)[] = [];
  const cleanup = { after: (stop: () => Promise<void>) => void stops.unshift(stop) };
  let sandbox: Sandbox;
  let stake: { strategy: string; wallet: string; amount: string };

  before(async () => {
    sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
    cleanup.after(async () => void (await sandbox.close()));
    const wallet = await createFundedWallet({ sandbox }, '10');
    stake = { strategy: 'sol-liquid-stake', wallet: wallet.address, amount: '1' };
  });

  after(async () => {
    for (const stop of stops) await stop();
  });

  /** A service whose upstreams and collector are seen. */
  async function start(t: TestContext, environment: Record<string, string> = {}) {
    const witness = await startWitness(t, sandbox);
    const upstreams = sandboxEnvironment({ url: witness.url });
    const service = await startReplica(t, sandbox, { ...upstreams, ...environment });
    return { service, seen: witness.seen };
  }

  const startTraced = async (t: TestContext, environment: Record<string, string> = {}) => {
    const collector = await startCollector(t);
    const started = await start(t, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: `x-api-key=${KEY}`,
      ...environment,
    });
    return { ...started, collector };
  };

  test('a request is a span of the trace of its caller, and each call to an upstream one of the request', async (t) => {
    const { service, collector, seen } = await startTraced(t);
    const answer = await post(service.url, stake, {
      traceparent: TRACEPARENT,
      'x-partner-key': 'sapk_canary',
    });
    const built = await post(service.url, stake, { traceparent: TRACEPARENT });
    assert.equal(answer.status, 403);
    assert.equal(built.status, 200, built.text);
    const span = await collector.find(
      (each) => readAttributes(each)['staking.request_id'] === built.headers['x-request-id'],
    );
    assert.deepEqual([span.name, span.traceId, span.parentSpanId], ['POST /api/v1/stake', TRACE, PARENT]);
    assert.equal(built.headers['traceresponse'], `00-${TRACE}-${span.spanId}-01`);
    const attributes = readAttributes(span);
    assert.deepEqual(
      [
        attributes['http.route'],
        attributes['http.request.method'],
        Number(attributes['http.response.status_code']),
      ],
      ['/api/v1/stake', 'POST', 200],
    );
    const order = await collector.find((each) => each.name === 'router order token');
    assert.deepEqual([order.traceId, order.parentSpanId], [TRACE, span.spanId]);
    assert.deepEqual(readAttributes(order), { 'peer.service': 'router', 'staking.result': 'answered' });
    // The router and the nodes are told of the call that asks them, not of the request.
    const told = seen.filter(({ traceparent }) => traceparent !== undefined);
    assert.ok(told.some(({ path }) => path.startsWith('/router/')));
    assert.ok(told.some(({ path }) => path === 'simulateTransaction'));
    for (const { traceparent = '' } of told) {
      const [, traceId, spanId] = traceparent.split('-');
      assert.equal(traceId, TRACE);
      const call = await collector.find((each) => each.spanId === spanId);
      assert.equal(call.kind, 3, 'a client span');
    }
    const refused = await collector.find((each) => readAttributes(each)['staking.problem'] !== undefined);
    assert.equal(readAttributes(refused)['staking.problem'], 'PARTNER_KEY_UNKNOWN');
  });

  test('what runs in the background, or for all who ask, is of no trace', async (t) => {
    const { service, collector, seen } = await startTraced(t);
    const answer = await send('GET', `${service.url}/api/v1/strategies/usdc-earn`, undefined, {
      traceparent: TRACEPARENT,
    });
    assert.equal(answer.status, 200);
    await collector.find(({ name }) => name === 'GET /api/v1/strategies/:key');
    assert.ok(seen.length > 5);
    const traced = seen.filter(({ traceparent }) => traceparent !== undefined);
    assert.deepEqual(traced, []);
  });

  test('spans hold no token, transaction, key, wallet, amount, body or query', async (t) => {
    const { service, collector } = await startTraced(t);
    const partner = `sapk_${'canary'.repeat(6)}`;
    const secrets = {
      'x-partner-key': partner,
      'idempotency-key': 'canary-key-1',
      'x-referral-code': 'CANARY23',
    };
    await post(service.url, { ...stake, amount: '1.234567891' }, secrets);
    const built = await post(service.url, { ...stake, amount: '1.234567891' });
    const { transaction, service_token } = built.body;
    const broadcast = { signed_tx: transaction, service_token };
    await send('POST', `${service.url}/api/v1/broadcast?canary=1`, broadcast);
    await send('GET', `${service.url}/api/v1/canary-path?canary-query=1`);
    await collector.find(({ name }) => name === 'GET none');
    await collector.find(({ name }) => name === 'POST /api/v1/broadcast');
    const sent = collector.bodies.join('\n');
    assert.doesNotMatch(sent, /canary|sapk_|CANARY|\?|apiKey|http:\/\//);
    for (const secret of [transaction, service_token, stake.wallet, '1.234567891']) {
      assert.ok(!sent.includes(secret), secret);
    }
    // Only where it belongs: in the header field of each export.
    assert.deepEqual(new Set(collector.fields.map((fields) => fields['x-api-key'])), new Set([KEY]));
  });

  test('a malformed traceparent is ignored: the request begins a trace of its own', async (t) => {
    const { service } = await startTraced(t);
    for (const traceparent of [
      'canary',
      `00-${TRACE}-${PARENT}`,
      `00-${TRACE}-${PARENT}-01-more`,
      `ff-${TRACE}-${PARENT}-01`,
      `00-${TRACE.toUpperCase()}-${PARENT}-01`,
      `00-${'0'.repeat(32)}-${PARENT}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `00-${TRACE}-${PARENT}-01, ${TRACEPARENT}`,
      `00-${TRACE}-${PARENT}-0g`,
      `${TRACEPARENT}${'-'.repeat(600)}`,
    ]) {
      const answer = await send('GET', `${service.url}/api/v1/health`, undefined, { traceparent });
      assert.equal(answer.status, 200);
      const [, traceId = '', spanId = ''] = String(answer.headers['traceresponse']).split('-');
      assert.match(traceId, /^[0-9a-f]{32}$/, traceparent);
      assert.match(spanId, /^[0-9a-f]{16}$/);
      assert.notEqual(traceId, TRACE, traceparent);
    }
    const later = await send('GET', `${service.url}/api/v1/health`, undefined, {
      traceparent: `01-${TRACE}-${PARENT}-01-what-comes-later`,
    });
    assert.match(String(later.headers['traceresponse']), new RegExp(`^00-${TRACE}-`));
  });

  test('a caller that does not record its trace is not recorded, and one that does no more than others', async (t) => {
    const { service, collector } = await startTraced(t, { OTEL_TRACES_SAMPLER_ARG: '0' });
    const ask = async (headers: Record<string, string>) =>
      (await send('GET', `${service.url}/api/v1/health`, undefined, headers)).headers['traceresponse'];
    assert.match(String(await ask({ traceparent: TRACEPARENT })), /-00$/);
    assert.match(String(await ask({ traceparent: `00-${TRACE}-${PARENT}-00` })), /-00$/);
    await service.close();
    assert.deepEqual(collector.spans, []);
  });

  test('without a collector a trace is only passed on, and no answer names it', async (t) => {
    const { service, seen } = await start(t);
    const built = await post(service.url, stake, { traceparent: TRACEPARENT });
    assert.equal(built.status, 200, built.text);
    assert.equal(built.headers['traceresponse'], undefined);
    const told = new Set(seen.flatMap(({ traceparent }) => traceparent ?? []));
    assert.deepEqual(told, new Set([TRACEPARENT]));
    const before = seen.length;
    await post(service.url, stake, { traceparent: 'canary' });
    await post(service.url, stake);
    assert.deepEqual(
      seen.slice(before).filter(({ traceparent }) => traceparent !== undefined),
      [],
    );
  });

  for (const [name, collect] of [
    ['is away', undefined],
    ['hangs', () => undefined],
    [
      'refuses',
      (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(500).end(),
    ],
  ] as const) {
    test(`a collector that ${name} holds up no request and no stop`, async (t) => {
      const url = collect === undefined ? 'http://127.0.0.1:9' : await listen(t, createServer(collect));
      const { service } = await start(t, { OTEL_EXPORTER_OTLP_ENDPOINT: url });
      for (let i = 0; i < 50; i += 1) {
        assert.equal((await send('GET', `${service.url}/api/v1/health`)).status, 200);
      }
      assert.equal(await service.close(), true);
    });
  }

  test('log lines name the trace, and the last spans are sent when the service stops', async (t) => {
    const collector = await startCollector(t);
    const { lines: written, parts } = createLines();
    const environment = {
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'canary-name',
    };
    const service = await startReplica(t, sandbox, environment, parts);
    const { headers } = await send('GET', `${service.url}/api/v1/health`, undefined, {
      traceparent: TRACEPARENT,
    });
    assert.equal(await service.close(), true);
    const [, traceId, spanId] = String(headers['traceresponse']).split('-');
    const lines = written.map((line) => JSON.parse(line));
    const line = lines.find(({ requestId }) => requestId === headers['x-request-id']);
    assert.deepEqual([line?.trace_id, line?.span_id], [traceId, spanId]);
    assert.ok(
      lines.some(({ trace_id }) => trace_id === undefined),
      'what belongs to no request has none',
    );
    assert.ok(collector.spans.some((span) => span.spanId === spanId));
    assert.match(collector.bodies.join(), /canary-name/);
  });
});

test('without a collector nothing of OpenTelemetry is loaded', () => {
  const script = `
    const { registerHooks } = await import('node:module');
    const names = [];
    registerHooks({ resolve(name, context, next) { names.push(name); return next(name, context); } });
    await import('./packages/api/src/start.ts');
    console.log(JSON.stringify(names));`;
  const argv = ['--input-type=module', '--eval', script];
  const names: string[] = JSON.parse(
    execFileSync(process.execPath, argv, { cwd: ROOT, encoding: 'utf8', env: CHILD_ENVIRONMENT }),
  );
  assert.ok(names.includes('find-my-way'));
  assert.deepEqual(
    // Types and the empty tracer are loaded anyway.
    names.filter((name) => /@opentelemetry\/(?!api$)|\/open-telemetry\.ts$/.test(name)),
    [],
  );
});

/** A span as a collector is sent it. */
type SentSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
};

/** What stands in for a collector: takes traces by OTLP over HTTP, as JSON. */
async function startCollector(t: Cleanup) {
  const bodies: string[] = [];
  const spans: SentSpan[] = [];
  const fields: IncomingHttpHeaders[] = [];
  const server = createServer(async (incoming, response) => {
    const text = Buffer.concat(await incoming.toArray()).toString();
    assert.equal(`${incoming.method} ${incoming.url}`, 'POST /v1/traces');
    bodies.push(text);
    fields.push(incoming.headers);
    for (const resource of JSON.parse(text).resourceSpans) {
      for (const { spans: sent } of resource.scopeSpans) spans.push(...sent);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const url = await listen(t, server);
  const find = (isWanted: (span: SentSpan) => boolean): Promise<SentSpan> =>
    until('a span that was asked for', () => spans.find(isWanted));
  return { url, bodies, fields, spans, find };
}

/** Stands in front of the sandbox, and sees what the service sends its upstreams. */
async function startWitness(t: Cleanup, sandbox: Pick<Sandbox, 'url'>) {
  const seen: { readonly path: string; readonly traceparent: string | undefined }[] = [];
  const server = createServer(async (incoming, response) => {
    const { method = 'GET', url = '', headers } = incoming;
    const body = Buffer.concat(await incoming.toArray());
    const traceparent = headers['traceparent']?.toString();
    const name = method === 'POST' && url === '/' ? JSON.parse(body.toString()).method : url.split('?')[0];
    seen.push({ path: name, traceparent });
    const answer = await askTarget(`${sandbox.url}${url}`, method === 'POST' ? String(body) : undefined);
    if (answer === undefined) return void response.destroy();
    response.writeHead(answer.status).end(answer.text);
  });
  return { url: await listen(t, server), seen };
}
