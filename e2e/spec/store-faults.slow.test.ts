import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import type { Wallet } from '@staking-agent/dev';
import { startPostgres } from '@staking-agent/test-postgres';
import { BroadcastAnswer, NativeStakeAnswer, StrategyListAnswer } from '@staking-agent/wire';
import { Client } from 'pg';
import { REQUEST_LIMITS } from '../../packages/api/src/store/driver.ts';
import { createDataDirectory, takeLock } from '../admin.ts';
import { assertOk, assertProblem } from '../assert-answer.ts';
import { signBuild } from '../land-build.ts';
import { createLedgerClient } from '../ledger-client.ts';
import { until } from '../until.ts';
import { type Answer, createFundedWallet, send, startWorld, type World } from '../world.ts';

const STAKE = { strategy: 'sol-native-stake', amount: '1' };

/** A world with one answer kept from before the trouble. */
async function startPrepared(t: TestContext, environment: Record<string, string>) {
  const world = await startWorld(t, environment, undefined, { limits: REQUEST_LIMITS });
  const wallet = await createFundedWallet(world, '50');
  const body = { ...STAKE, wallet: wallet.address };
  const old = { 'idempotency-key': 'from-before' };
  const kept = await world.post('/stake', body, old);
  assertOk(kept, NativeStakeAnswer);
  return { world, wallet, body, old, kept };
}

type Prepared = Awaited<ReturnType<typeof startPrepared>>;

let keys = 0;
function freshKey(): Record<string, string> {
  keys += 1;
  return { 'idempotency-key': `during-${keys}` };
}

/** What holds while the store takes no writes: no row, no send; keys and providers are refused, everything else goes on. */
async function assertDegraded({ world, wallet, body }: Prepared) {
  const refused = await world.post('/stake', body, freshKey());
  assertProblem(refused, { slug: 'service_unavailable', code: 'STORE_UNAVAILABLE' });
  assert.equal(refused.headers['retry-after'], '2');
  // The contract lists no 503 for this operation.
  const exit = await world.post(
    '/withdraw',
    { wallet: wallet.address, stakeAccount: wallet.address },
    freshKey(),
  );
  assertProblem(exit, { slug: 'upstream_error' });
  // A key that can be looked up is no obstacle to a refusal, of which nothing is kept.
  assert.ok(['NOT_A_STAKE_ACCOUNT', 'STORE_UNAVAILABLE'].includes(exit.body.code), exit.text);
  const provided = await world.post('/stake', { ...body, strategy: 'sol-liquid-stake' });
  assertProblem(provided, { slug: 'service_unavailable', code: 'STORE_UNAVAILABLE' });
  assertOk(await world.post('/stake', body), NativeStakeAnswer);
  assertOk(await world.get('/strategies'), StrategyListAnswer);
  const signed = await sign(world, wallet);
  const before = await createLedgerClient(world).balance(wallet.address);
  for (const headers of [freshKey(), {}]) {
    const unsent = await world.post('/broadcast', signed, headers);
    assertProblem(unsent, { slug: 'service_unavailable', code: 'STORE_UNAVAILABLE', outcome: 'unknown' });
    assert.equal(unsent.headers['retry-after'], '2');
  }
  assert.equal(await createLedgerClient(world).balance(wallet.address), before);
  return signed;
}

/** Facts go on, and name what only the database knows. */
async function assertFacts({ world }: Prepared, missing: readonly string[]): Promise<void> {
  const { status, body, text } = await world.get('/strategies/sol-leveraged-stake/facts');
  assert.equal(status, 200, text);
  assert.deepEqual(
    body.missing.map(({ member }: { member: string }) => member),
    missing,
  );
  assert.ok(body.programs.length > 0 && body.leverage !== null && Array.isArray(body.apy.realised));
}

async function assertRecovers({ world, body, old, kept }: Prepared): Promise<void> {
  const key = freshKey();
  const answer = await until('the store is back', async () => {
    const tried = await world.post('/stake', body, key);
    return tried.status !== 503 && tried;
  });
  assertOk(answer, NativeStakeAnswer);
  assert.equal((await world.post('/stake', body, key)).text, answer.text);
  assert.equal((await world.post('/stake', body, old)).text, kept.text);
}

async function sign(world: World, wallet: Wallet) {
  const { body } = await world.post('/stake', { ...STAKE, wallet: wallet.address });
  return await signBuild(wallet, body);
}

async function assertReplays({ world, body, old, kept }: Prepared): Promise<void> {
  const answer = await world.post('/stake', body, old);
  assert.equal(answer.text, kept.text);
  assert.equal(answer.headers['idempotent-replayed'], 'true');
}

/** Mounts a small file system; undefined where this user may not. */
function mountSmall(t: TestContext): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'small-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', directory]);
  t.after(() => {
    if (status === 0) spawnSync('umount', ['-l', directory]);
    rmSync(directory, { recursive: true, force: true });
  });
  return status === 0 ? directory : undefined;
}

describe('a store in trouble', { concurrency: 4 }, () => {
  test('a locked file: keys are refused, the rest goes on, and it is over when the lock is', async (t) => {
    const directory = createDataDirectory(t);
    const prepared = await startPrepared(t, { DATA_DIR: directory });
    const other = new DatabaseSync(join(directory, 'state.sqlite'));
    await takeLock(other);
    const signed = await assertDegraded(prepared);
    await assertReplays(prepared);
    // Whoever waits for the lock keeps nobody else waiting.
    const waiting = Array.from({ length: 20 }, () =>
      prepared.world.post('/stake', prepared.body, freshKey()),
    );
    await prepared.world.get('/health');
    await Promise.all(waiting);
    other.exec('ROLLBACK');
    other.close();
    await assertRecovers(prepared);
    assertOk(await prepared.world.post('/broadcast', signed), BroadcastAnswer);
  });

  test('a full disk: keys are refused, kept answers come back, and it is over when there is room', async (t) => {
    const directory = mountSmall(t);
    // Then the tests of the records cover it, with a limit of SQLite's own in place of the disk's.
    if (directory === undefined) return t.diagnostic('this user may not mount a small file system');
    const prepared = await startPrepared(t, { DATA_DIR: directory });
    const filler = join(directory, 'filler');
    for (const size of [1_048_576, 4_096]) {
      for (let isFull = false; !isFull; ) {
        try {
          writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
        } catch {
          isFull = true;
        }
      }
    }
    await assertDegraded(prepared);
    await assertReplays(prepared);
    rmSync(filler);
    await assertRecovers(prepared);
  });

  test('PostgreSQL gone, locked, read-only, cut off: keys are refused, and each is over when the database is back', async (t) => {
    const postgres = await startPostgres();
    t.after(() => postgres.close());
    const direct = await postgres.createDatabase();
    const proxy = await startProxy(t, postgres.socketPath);
    const through = `postgresql://postgres@127.0.0.1:${proxy.port}/${new URL(direct).pathname.slice(1)}`;
    const prepared = await startPrepared(t, { DATABASE_URL: through });
    const run = async (sql: string) => {
      const client = new Client({ connectionString: direct });
      await client.connect();
      await client.query(sql);
      return client;
    };

    await t.test('gone', async () => {
      await postgres.stop();
      await assertFacts(prepared, ['apy.realised']);
      await assertDegraded(prepared);
      await postgres.start();
      await assertRecovers(prepared);
    });

    await t.test('locked', async () => {
      const tables = 'keys, builds, forms';
      const client = await run(`BEGIN; LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`);
      await assertDegraded(prepared);
      await client.end();
      await assertRecovers(prepared);
    });

    await t.test('read-only', async () => {
      await (await run('ALTER SYSTEM SET default_transaction_read_only = on')).end();
      await (await run('SELECT pg_reload_conf()')).end();
      await until('the server takes no writes', async () => {
        return (await prepared.world.post('/stake', prepared.body, freshKey())).status === 503;
      });
      await assertDegraded(prepared);
      await assertReplays(prepared);
      await (await run('ALTER SYSTEM SET default_transaction_read_only = off')).end();
      await (await run('SELECT pg_reload_conf()')).end();
      await assertRecovers(prepared);
    });

    await t.test('cut off without a word', async () => {
      proxy.cut();
      await assertDegraded(prepared);
      proxy.mend();
      await assertRecovers(prepared);
    });
  });

  test('PostgreSQL gone: readiness is lost, and metrics go on without it', async (t) => {
    const postgres = await startPostgres();
    t.after(() => postgres.close());
    const DATABASE_URL = await postgres.createDatabase();
    const world = await startWorld(t, { DATABASE_URL, ADMIN_PORT: '0' });
    const url = world.service.adminUrl ?? '';
    const becomes = (status: number): Promise<Answer> =>
      until(`/ready is ${status}`, async () => {
        const answer = await send('GET', `${url}/ready`);
        return answer.status === status && answer;
      });
    await becomes(200);
    assert.match((await send('GET', `${url}/metrics`)).text, /^staking_outbox_transactions 0$/m);
    await postgres.stop();
    const { body } = await becomes(503);
    assert.equal(body.checks.store, 'unavailable');
    const { status, text } = await send('GET', `${url}/metrics`);
    assert.equal(status, 200);
    assert.match(text, /^staking_store_up 0$/m);
    assert.doesNotMatch(text, /^staking_outbox_transactions /m);
    assert.match(text, /^staking_store_query_seconds_count\{outcome="failed"\} [1-9]/m);
    await postgres.start();
    await becomes(200);
  });
});

/** Stands before a server and can fall silent: connections stay open, and nothing passes. */
async function startProxy(t: TestContext, socketPath: string) {
  let isCut = false;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connectSocket(socketPath);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => {
        if (!isCut) to.write(chunk);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    cut: () => {
      isCut = true;
    },
    mend: () => {
      isCut = false;
    },
  };
}
