import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { findFreePort } from '@staking-agent/dev';
import { OPERATIONS, PROBLEM_CODES } from '@staking-agent/wire';
import { parse } from 'yaml';
import { createDataDirectory, createOperator, PARTNER_KEY_SECRETS } from '../admin.ts';
import { signBuild } from '../land-build.ts';
import { startLyingNode } from '../lying-node.ts';
import { startReplica } from '../replica.ts';
import { until } from '../until.ts';
import {
  type Answer,
  createFundedWallet,
  send,
  setLedgerFault,
  setRouterFault,
  startWorld,
} from '../world.ts';

const DATA_DIR = createDataDirectory({ after });
const world = await startWorld({ after }, { DATA_DIR, PARTNER_KEY_SECRETS, ADMIN_PORT: '0' });
const admin = world.service.adminUrl ?? '';
const operator = createOperator({ DATA_DIR });
const wallet = await createFundedWallet(world, '50');
const STAKE = { strategy: 'sol-native-stake', wallet: wallet.address, amount: '1' };

const ROOT = join(import.meta.dirname, '../..');
const RULES = 'deploy/prometheus/rules.yaml';
const DASHBOARD = 'deploy/grafana/staking-agent.json';
const RUNBOOKS = 'docs/runbooks';

type Rule = {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly labels?: { readonly severity?: string };
  readonly annotations?: { readonly summary?: string; readonly runbook?: string };
};

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { groups } = parse(read(RULES)) as { groups: readonly { rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const recorded = new Set(rules.flatMap(({ record }) => record ?? []));
const pages = readdirSync(join(ROOT, RUNBOOKS)).filter((name) => name.endsWith('.md'));

const { text: served } = await send('GET', `${admin}/metrics`);
const kinds = new Map(
  Array.from(served.matchAll(/^# TYPE (\S+) (\S+)$/gm), ([, name = '', kind = '']) => [name, kind]),
);

/** The metrics an expression reads: what is neither a word of the language nor a label. */
function metricsIn(expression: string): readonly string[] {
  const bare = expression.replace(/\{[^}]*\}/g, '').replace(/\b(?:by|without) *\([^)]*\)/g, '');
  return Array.from(bare.matchAll(/\b(?:staking|nodejs|process)[_:][a-z0-9_:]+/g), ([name]) => name);
}

function isServed(name: string): boolean {
  const base = name.replace(/_(?:bucket|count|sum)$/, '');
  return recorded.has(name) || kinds.has(name) || kinds.get(base) === 'histogram';
}

/** The sum of all series of a name whose labels hold these texts. */
async function metric(name: string, ...labels: string[]): Promise<number> {
  const { text } = await send('GET', `${admin}/metrics`);
  const series = text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .filter((line) => labels.every((label) => line.includes(label)));
  return series.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

/** Asserts by how much work raised a metric. */
async function assertRaises(
  by: number,
  of: [string, ...string[]],
  work: () => Promise<unknown>,
): Promise<void> {
  const before = await metric(...of);
  await work();
  assert.equal((await metric(...of)) - before, by, of.join(' '));
}

function becomes(url: string, status: number): Promise<Answer> {
  return until(`/ready is ${status}`, async () => {
    const answer = await send('GET', `${url}/ready`);
    return answer.status === status && answer;
  });
}

async function broadcast(by: Record<string, string> = {}): Promise<Answer> {
  const { body } = await world.post('/stake', STAKE, by);
  return world.post('/broadcast', await signBuild(wallet, body));
}

describe('the admin port', () => {
  test('listens on loopback, and only where it was asked for', async (t) => {
    assert.equal(new URL(admin).hostname, '127.0.0.1');
    assert.notEqual(new URL(admin).port, new URL(world.service.url).port);
    const quiet = await startReplica(t, world.sandbox, {});
    assert.equal(quiet.adminUrl, undefined);
  });

  test('has what the public one has not', async () => {
    for (const path of ['/metrics', '/ready', '/api/v1/metrics', '/api/v1/ready']) {
      assert.equal((await send('GET', `${world.service.url}${path}`)).status, 404, path);
    }
    for (const path of ['/', '/api/v1/health', '/ready/', '/constructor', '/metrics/x', '//metrics']) {
      assert.equal((await send('GET', `${admin}${path}`)).status, 404, path);
    }
  });

  test('is read, never written', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await send(method, `${admin}/metrics`);
      assert.deepEqual([answer.status, answer.headers['allow']], [405, 'GET, HEAD']);
    }
    const head = await send('HEAD', `${admin}/ready?probe=1`);
    assert.deepEqual([head.status, head.text], [200, '']);
  });

  test('that is taken keeps the service from starting, and its other port free', async (t) => {
    const taken = createServer().listen(0, '127.0.0.1');
    t.after(() => taken.close());
    await new Promise((resolve) => taken.once('listening', resolve));
    const address = taken.address();
    const ADMIN_PORT = String(typeof address === 'object' && address?.port);
    const PORT = String(await findFreePort());
    const environment = { PORT, ADMIN_PORT };
    await assert.rejects(startReplica(t, world.sandbox, environment), /EADDRINUSE/);
    const service = await startReplica(t, world.sandbox, { ...environment, ADMIN_PORT: '0' });
    assert.equal(new URL(service.url).port, PORT);
  });
});

describe('readiness', () => {
  test('is 200 while everything is there', async () => {
    const answer = await send('GET', `${admin}/ready`);
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, {
      ready: true,
      checks: { store: 'ok', blockhash: 'ok', process: 'ok' },
      foreignNodes: [],
    });
  });

  test('is lost with the blockhash and comes back with it; health does not mind', async () => {
    await setLedgerFault(world, { mode: 'refuse' });
    const { body } = await becomes(admin, 503);
    assert.deepEqual(body.checks, { store: 'ok', blockhash: 'stale', process: 'ok' });
    assert.equal(await metric('staking_blockhash_fresh'), 0);
    assert.equal((await world.get('/health')).status, 200);
    await setLedgerFault(world, { mode: 'none' });
    await becomes(admin, 200);
    assert.equal(await metric('staking_blockhash_fresh'), 1);
  });

  test('is lost while the service stops and what is in flight finishes', async (t) => {
    const node = await startLyingNode(t, world.sandbox.url);
    const stops: (() => Promise<void>)[] = [];
    const cleanup = { after: (stop: () => Promise<void>) => stops.push(stop) };
    const patient = { ADMIN_PORT: '0', SHUTDOWN_SECONDS: '10', LEDGER_RPC_URLS: node.url };
    const service = await startReplica(cleanup, world.sandbox, patient);
    const post = (path: string, body: object) => send('POST', `${service.url}/api/v1${path}`, body);
    const liquid = { ...STAKE, strategy: 'sol-liquid-stake' };
    const signed = await signBuild(wallet, (await post('/stake', STAKE)).body);
    const held = Promise.withResolvers<void>();
    const asked = new Set<string>();
    node.tell(({ method }) => {
      // The trial of a broadcast is not held: it is given up the soonest.
      const isHeld = asked.size === 0 ? 'sendTransaction' : 'simulateTransaction';
      if (method !== isHeld) return;
      asked.add(method);
      return held.promise;
    });
    const sending = post('/broadcast', signed);
    await until('the ledger is sent the broadcast', () => asked.size > 0);
    const running = [sending, post('/stake', liquid)];
    await until('the ledger is asked for the build', () => asked.size > 1);
    const stopping = Promise.all(stops.map((stop) => stop()));
    const { body } = await becomes(service.adminUrl ?? '', 503);
    assert.equal(body.checks.process, 'stopping');
    held.resolve();
    for (const { status, headers, text } of await Promise.all(running)) {
      assert.deepEqual([status, headers['connection']], [200, 'close'], text);
    }
    await stopping;
    await assert.rejects(send('GET', `${service.adminUrl}/ready`), /ECONNREFUSED/);
  });
});

describe('metrics count', () => {
  const route = (id: keyof typeof OPERATIONS) => `route="/api/v1${OPERATIONS[id].path}"`;

  test('answers, builds and broadcasts', async () => {
    const answers = 'staking_http_answer_seconds_count';
    await assertRaises(
      1,
      ['staking_builds_total', 'strategy="sol-native-stake"', 'operation="stake"'],
      broadcast,
    );
    await assertRaises(1, ['staking_broadcasts_total', 'route="rpc"', 'outcome="accepted"'], broadcast);
    await assertRaises(1, [answers, route('broadcast'), 'status="200"'], broadcast);
    await assertRaises(
      1,
      ['staking_upstream_call_seconds_count', 'rpc1', 'sendTransaction', 'answered'],
      async () => {
        await broadcast();
      },
    );
  });

  test('refusals by code, and no build for them', async () => {
    const fine = () => world.post('/stake', { ...STAKE, amount: '1.0000000001' });
    await assertRaises(
      1,
      ['staking_problems_total', 'slug="invalid_request"', 'code="AMOUNT_TOO_FINE"'],
      fine,
    );
    await assertRaises(0, ['staking_builds_total'], fine);
    const forged = () => world.post('/broadcast', { signed_tx: 'AA==', service_token: 'st1.a.b.c' });
    await assertRaises(1, ['staking_problems_total', 'slug="forbidden"', 'code="TOKEN_MALFORMED"'], forged);
    await assertRaises(1, ['staking_broadcasts_total', 'outcome="refused"'], forged);
    await assertRaises(0, ['staking_broadcasts_total', 'outcome="accepted"'], forged);
  });

  test('a replay as a replay and not as a build', async () => {
    const key = { 'idempotency-key': 'counted' };
    const again = () => world.post('/stake', STAKE, key);
    await assertRaises(0, ['staking_idempotency_replays_total'], again);
    await assertRaises(1, ['staking_idempotency_replays_total', route('stake')], again);
    await assertRaises(0, ['staking_builds_total'], again);
  });

  test('an upstream that fails, by how', async () => {
    await setRouterFault(world, { mode: '500' });
    const liquid = () => world.post('/stake', { ...STAKE, strategy: 'sol-liquid-stake' });
    const before = await metric('staking_upstream_call_seconds_count', 'router', 'order token', 'status');
    await liquid();
    assert.ok(
      (await metric('staking_upstream_call_seconds_count', 'router', 'order token', 'status')) > before,
    );
    await setRouterFault(world, { mode: 'none' });
    assert.equal(await metric('staking_upstream_breaker_open', 'router order'), 0);
    for (const source of ['validator apy', 'vault records', 'router lsts']) {
      assert.ok(
        (await metric('staking_upstream_call_seconds_count', `upstream="${source}"`, 'answered')) > 0,
      );
    }
  });

  test('what is sent for a caller who has gone before the answer', async () => {
    const { body } = await world.post('/stake', STAKE);
    const signed_tx = await wallet.sign(body.transaction);
    await setLedgerFault(world, { mode: 'slow', ms: 500, count: 1, method: 'sendTransaction' });
    const of = ['staking_broadcasts_total', 'route="rpc"', 'outcome="accepted"'] as const;
    const before = await metric(...of);
    const caller = request(`${world.service.url}/api/v1/broadcast`, { method: 'POST' });
    caller.on('error', () => undefined);
    caller.end(JSON.stringify({ signed_tx, service_token: body.service_token }));
    await until('the node is asked', async () => {
      const faults = await send('GET', `${world.sandbox.url}/sandbox/faults`);
      return faults.body.ledger.mode === 'none';
    });
    caller.destroy();
    await until('it is counted', async () => (await metric(...of)) === before + 1);
  });

  test('credits', async () => {
    const { key } = await operator.addPartner('Counted');
    await broadcast({ 'x-partner-key': key });
    await operator.readCredit(wallet.address);
    assert.equal(await metric('staking_attribution_claim_settled_seconds_count', 'credited'), 1);
  });

  test('what the process itself does', async () => {
    assert.ok((await metric('process_cpu_seconds_total')) > 0);
    assert.ok((await metric('nodejs_eventloop_lag_p99_seconds')) > 0);
    // A process that stands still between the two readings has an offset for a moment.
    await until('the clocks agree', async () => Math.abs(await metric('staking_clock_offset_seconds')) < 5);
    assert.ok((await metric('staking_ledger_node_slot', 'node="rpc1"')) > 0);
    assert.ok((await metric('staking_store_query_seconds_count', 'done')) > 0);
  });
});

test('docs/operations.md names every metric of the service, and no other', async () => {
  const { text } = await send('GET', `${admin}/metrics`);
  const printed = [...text.matchAll(/^# TYPE (staking_\w+)/gm)].map(([, name]) => name);
  const page = read('docs/operations.md');
  const named = [...page.matchAll(/`(staking_\w+)`/g)].map(([, name]) => name);
  assert.ok(printed.length > 10);
  assert.deepEqual([...new Set(named)].toSorted(), printed.toSorted());
});

test('nothing a caller writes becomes a label, and the number of series stays what it is', async () => {
  const fetchSeries = async () => (await send('GET', `${admin}/metrics`)).text;
  const noise = async (i: number) => {
    const canary = `canary${i}`;
    await world.get(`/${canary}?${canary}`);
    await world.get(`/strategies/${canary}`);
    await world.post('/stake', { ...STAKE, strategy: canary });
    await world.post('/stake', { ...STAKE, partner_api_key: canary, referral_code: canary });
    await world.post('/unstake', { ...STAKE, kind: canary });
    await world.post('/broadcast', { signed_tx: canary, service_token: canary, route: canary });
    await world.post('/stake', `{${canary}`, { 'idempotency-key': canary, 'x-referral-code': `${canary}!` });
    await send('PUT', `${world.service.url}/${canary}`);
  };
  await noise(0);
  const before = await fetchSeries();
  for (let i = 1; i < 6; i += 1) await noise(i);
  const text = await fetchSeries();
  // Of what callers cause: work in the background and the process itself may begin new series at any time.
  const caused = (all: string) => all.match(/^staking_(?:http|problems|builds|broadcasts|idempotency)\S*/gm);
  assert.deepEqual(caused(text), caused(before));
  assert.doesNotMatch(text, /canary/);
  for (const secret of [wallet.address, world.sandbox.url, DATA_DIR]) assert.ok(!text.includes(secret));
});

describe('alerts and dashboard', () => {
  test('read only metrics that the service has', () => {
    const dashboard = JSON.parse(read(DASHBOARD)) as {
      panels: readonly { targets?: readonly { expr: string }[] }[];
    };
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ];
    const named = expressions.flatMap(metricsIn);
    assert.ok(named.length > 40, `${named.length} metrics are read`);
    assert.deepEqual(
      named.filter((name) => !isServed(name)),
      [],
    );
  });

  test('are rules that Prometheus takes', (t) => {
    const { error, status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', join(ROOT, RULES)], {
      encoding: 'utf8',
    });
    if (error !== undefined) return t.skip('promtool is not installed (it comes with Prometheus)');
    assert.equal(status, 0, stdout + stderr);
  });

  test('name problem codes and routes that exist', () => {
    const codes = alerts.flatMap(({ expr }) =>
      Array.from(expr.matchAll(/code!?=~?"([^"]+)"/g), ([, value = '']) => value.split('|')).flat(),
    );

    for (const code of codes) assert.ok(code in PROBLEM_CODES, `${code} is no code of the service`);
  });

  test('have a severity, a summary and a page, and every page has its alert', () => {
    const linked = new Set<string>();
    for (const { alert = '', labels, annotations } of alerts) {
      assert.match(labels?.severity ?? '', /^(?:page|ticket)$/, alert);
      assert.ok((annotations?.summary ?? '').length > 20, alert);
      const page = annotations?.runbook ?? '';
      assert.ok(pages.includes(page.replace(`${RUNBOOKS}/`, '')), `${alert} points at ${page}`);
      linked.add(page.replace(`${RUNBOOKS}/`, ''));
    }
    assert.deepEqual(pages.toSorted(), [...linked].toSorted());
  });

  test('pages say what it means, who is hurt, where to look and what to do, and link to pages that exist', () => {
    for (const page of pages) {
      const body = read(`${RUNBOOKS}/${page}`);
      for (const part of ['What it means', 'Who is hurt', 'Look', 'Do']) {
        assert.ok(body.includes(`**${part}.**`), `${page} lacks: ${part}`);
      }
      for (const [, link = ''] of body.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
        assert.ok(readFileSync(join(ROOT, RUNBOOKS, link)).length > 0, link);
      }
      for (const name of metricsIn(body)) assert.ok(isServed(name), `${page} names ${name}`);
    }
  });
});
