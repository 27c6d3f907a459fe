import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { base58 } from '@scure/base';
import { pino } from 'pino';
import { createManualClock } from '../test/manual-clock.ts';
import { makeDataDirectory, openSqliteHere } from '../test/open-sqlite-here.ts';
import { loadConfig } from './config/config.ts';
import { createRuntime, startServices } from './services.ts';
import { openStore } from './store/open.ts';
import type { OpenEndpoint } from './upstreams/http.ts';
import { RENT } from './upstreams/ledger/client.ts';

const DEPLOYMENT = join(import.meta.dirname, '../../../deployments/sandbox.json');
const SLOT_MILLISECONDS = 200;
const MINUTE = 60_000;
const FIVE_MINUTES = 300_000;
/** 5,080 lamports a byte. */
const RENT_ACCOUNT = {
  lamports: 1,
  owner: 'Sysvar1111111111111111111111111111111111111',
  data: ['2BMAAAAAAAAAAAAAAADwPzI=', 'base64'],
};

/**
 * Two nodes of a ledger of which nothing is known but time, and a service on them. Neither pools nor vaults can be read,
 * which is asked for again every ten seconds: more calls than on a ledger that is whole.
 */
async function setUp(t: TestContext) {
  const directory = await makeDataDirectory();
  const clock = createManualClock();
  const config = loadConfig(
    {
      DEPLOYMENT,
      LEDGER_RPC_URLS: 'http://one.invalid,http://two.invalid',
      ROUTER_URL: 'http://router.invalid',
      ROUTER_API_KEY: 'any',
      VAULT_API_URL: 'http://vault.invalid',
      APY_VALIDATOR_URL: 'http://apy.invalid',
      DATA_DIR: directory,
    },
    {
      readText: (path) => readFileSync(path, 'utf8'),
      developmentKey: () => `dev:${randomBytes(32).toString('base64')}`,
    },
  );
  const calls: string[] = [];
  const openEndpoint: OpenEndpoint = (_, url) => ({
    async send({ body = '{}' }) {
      if (url.includes('apy')) return answerOf(validatorsOf(config.deployment.voteAccount));
      if (!url.includes('one') && !url.includes('two')) return { ...answerOf({}), status: 503 };
      const { id, method, params } = JSON.parse(body);
      calls.push(method);
      const result = answer(method, params, 1_000 + Math.floor(clock.elapsed() / SLOT_MILLISECONDS));
      return answerOf({ jsonrpc: '2.0', id, result });
    },
    close: async () => undefined,
  });
  const store = await openStore(config, { openFile: openSqliteHere });
  const services = startServices({
    config,
    log: pino({ level: 'silent' }),
    runtime: createRuntime({ clock, openEndpoint }),
    store,
  });
  t.after(async () => {
    // A source that does not answer may be in a pause before it is asked again.
    await clock.passUntil(services.close());
    rmSync(directory, { recursive: true });
  });
  /** Counts the calls to both nodes while time passes. */
  const count = async (milliseconds: number, meanwhile: () => void = () => undefined) => {
    calls.length = 0;
    for (let passed = 0; passed < milliseconds; passed += 10_000) {
      meanwhile();
      await clock.pass(10_000);
    }
    return {
      perSecond: (calls.length * 1_000) / milliseconds,
      byMethod: Object.fromEntries(
        Map.groupBy(calls, (each) => each)
          .entries()
          .map(([k, v]) => [k, v.length]),
      ),
    };
  };
  return { clock, services, count };
}

function answerOf(body: unknown) {
  return { status: 200, text: JSON.stringify(body), retryAfter: undefined };
}

/** The source of native yields, so that the ledger is not asked for them. */
function validatorsOf(vote_account: string) {
  const epoch_stats = [{ epoch: 1, epoch_end_at: '2026-07-30T00:00:00Z', apy: 0.06 }];
  return { validators: [{ vote_account, epoch_stats }] };
}

function answer(method: string, [first]: readonly unknown[], slot: number): unknown {
  const context = { slot };
  switch (method) {
    case 'getGenesisHash':
      return JSON.parse(readFileSync(DEPLOYMENT, 'utf8')).genesisHash ?? base58.encode(Buffer.alloc(32, 1));
    case 'getLatestBlockhash':
      return {
        context,
        value: {
          blockhash: base58.encode(Buffer.alloc(32, (slot % 255) + 1)),
          lastValidBlockHeight: slot + 150,
        },
      };
    case 'getStakeMinimumDelegation':
      return { context, value: 1_000_000_000 };
    case 'getEpochInfo':
      return { epoch: 0, slotIndex: slot, slotsInEpoch: 432_000, absoluteSlot: slot, blockHeight: slot };
    case 'getFeeForMessage':
      return { context, value: 5_000 };
    case 'getPriorityFeeEstimate':
      return { priorityFeeLevels: { low: 0, medium: 0, high: 0, veryHigh: 0 } };
    case 'getMultipleAccounts':
      return { context, value: (first as string[]).map((each) => (each === RENT ? RENT_ACCOUNT : null)) };
    default:
      return assert.fail(`${method} is asked while nothing is done`);
  }
}

describe('a replica on two nodes', () => {
  test('makes less than one call a second in all while nobody builds', async (t) => {
    const { clock, count } = await setUp(t);
    await clock.pass(MINUTE);
    const { perSecond, byMethod } = await count(FIVE_MINUTES);
    t.diagnostic(`${perSecond.toFixed(2)} calls a second: ${JSON.stringify(byMethod)}`);
    assert.ok(perSecond <= 1, `${perSecond} calls a second: ${JSON.stringify(byMethod)}`);
    // Every five seconds on each node, the most of all.
    assert.equal(byMethod['getLatestBlockhash'], 120);
  });

  test('polls each node every second while builds are made', async (t) => {
    const { clock, services, count } = await setUp(t);
    await clock.pass(MINUTE);
    const { byMethod } = await count(MINUTE, () => services.blockhash.peek());
    assert.ok((byMethod['getLatestBlockhash'] ?? 0) >= 120);
  });

  test('rests again half a minute after the last build', async (t) => {
    const { clock, services, count } = await setUp(t);
    await clock.pass(MINUTE + 3_000);
    assert.equal(services.blockhash.peek(), undefined);
    // A call may have to wait for its turn behind those of the background.
    const { contextSlot } = await clock.passUntil(services.blockhash.get());
    assert.ok(contextSlot >= 1_000n + BigInt((MINUTE + 3_000) / SLOT_MILLISECONDS));
    await clock.pass(MINUTE);
    assert.equal((await count(MINUTE)).byMethod['getLatestBlockhash'], 24);
  });
});
