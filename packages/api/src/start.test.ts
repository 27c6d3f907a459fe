import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createManualClock } from '../test/manual-clock.ts';
import { openSqliteHere } from '../test/open-sqlite-here.ts';
import { UpstreamFault } from './problems/faults.ts';
import { listMissingPackages, startService } from './start.ts';
import type { HttpAnswer, OpenEndpoint } from './upstreams/http.ts';

const DEPLOYMENT = join(import.meta.dirname, '../../../deployments/sandbox.json');
const WALLET = 'So11111111111111111111111111111111111111112';
const STEP_MILLISECONDS = 100;

/** A service of which no upstream ever answers, not even when its time is over, on a clock of its own. */
async function startUnheard(t: TestContext, { closesUpstreams }: { readonly closesUpstreams: boolean }) {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  t.after(() => rmSync(dataDirectory, { recursive: true }));
  const clock = createManualClock();
  const calls: string[] = [];
  const openEndpoint: OpenEndpoint = (upstream) => {
    const closed = Promise.withResolvers<HttpAnswer>();
    closed.promise.catch(() => undefined);
    return {
      send({ body = '' }) {
        calls.push(body);
        return closed.promise;
      },
      async close() {
        if (!closesUpstreams) return await new Promise(() => undefined);
        closed.reject(new UpstreamFault(upstream, 'broken'));
      },
    };
  };
  /** Lets time pass until this is so; returns its result and the milliseconds that passed. */
  const pass = async <Result>(until: Promise<Result>): Promise<{ result: Result; passed: number }> => {
    const begun = clock.elapsed();
    let end: { result: Result } | undefined;
    const watched = until.then((result) => {
      end = { result };
    });
    while (end === undefined) {
      await Promise.race([watched, turn()]);
      if (end === undefined) await clock.pass(STEP_MILLISECONDS);
    }
    return { ...end, passed: clock.elapsed() - begun };
  };
  const environment = {
    DEPLOYMENT,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDirectory,
    SHUTDOWN_SECONDS: '0',
    LEDGER_RPC_URLS: 'http://ledger.invalid',
    ROUTER_URL: 'http://router.invalid',
    ROUTER_API_KEY: 'any',
    VAULT_API_URL: 'http://vault.invalid',
    APY_VALIDATOR_URL: 'http://apy.invalid',
  };
  const store = { openFile: openSqliteHere };
  const { result: service } = await pass(startService(environment, { clock, openEndpoint, store }));
  /** Asks for what needs the ledger, and resolves when the ledger is asked. */
  const ask = async (): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const asked = request(`${service.url}/api/v1/withdraw`, { method: 'POST', headers });
    asked.on('error', () => undefined).end(JSON.stringify({ wallet: WALLET, stakeAccount: WALLET }));
    while (!calls.some((call) => call.includes(WALLET))) await turn();
  };
  return { service, pass, ask };
}

describe('a service that is told to stop', () => {
  test('ends five seconds of its clock after SHUTDOWN_SECONDS, whatever it waits for', async (t) => {
    const { service, pass, ask } = await startUnheard(t, { closesUpstreams: true });
    await ask();
    const { result, passed } = await pass(service.close());
    assert.equal(result, true);
    assert.ok(passed <= 5_000 + STEP_MILLISECONDS, `${passed} ms`);
  });

  test('says that something is left, as soon as its time is over, where a connection does not close', async (t) => {
    const { service, pass } = await startUnheard(t, { closesUpstreams: false });
    const { result, passed } = await pass(service.close());
    assert.equal(result, false);
    assert.ok(passed <= 5_000 + STEP_MILLISECONDS, `${passed} ms`);
  });
});

test('a start names the packages that the pages beside the API lack', (t) => {
  assert.deepEqual(listMissingPackages(), []);
  const root = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  t.after(() => rmSync(root, { recursive: true }));
  const from = join(root, 'start.ts');
  assert.deepEqual(listMissingPackages(from), ['@staking-agent/site']);
  const site = join(root, 'node_modules/@staking-agent/site');
  mkdirSync(site, { recursive: true });
  cpSync(join(import.meta.dirname, '../../site/package.json'), join(site, 'package.json'));
  assert.ok(listMissingPackages(from).includes('minisearch'));
});
