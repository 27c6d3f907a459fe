import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Postgres, startPostgres } from '@staking-agent/test-postgres';
import { sql } from 'kysely';
import { Client } from 'pg';
import { StoreFault } from '../problems/faults.ts';
import { createBuilds } from './builds.ts';
import { build, form } from './builds.world.ts';
import { openStore } from './open.ts';

const PGBOUNCER = '/usr/sbin/pgbouncer';
const NOBODY = 65_534;
const missing = existsSync(PGBOUNCER) ? false : `${PGBOUNCER} is not installed (apt-get install pgbouncer)`;

/** A PgBouncer in transaction mode before one database, with a single connection to it. */
async function startPooler(postgres: Postgres) {
  const direct = await postgres.createDatabase();
  const database = new URL(direct).pathname.slice(1);
  const directory = mkdtempSync(join(tmpdir(), 'bouncer-'));
  chmodSync(directory, 0o777);
  const file = join(directory, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${database} = host=${dirname(postgres.socketPath)} user=postgres
[pgbouncer]
listen_addr =
unix_socket_dir = ${directory}
listen_port = 6432
auth_type = any
pool_mode = transaction
default_pool_size = 1
`,
  );
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const pooler: ChildProcess = spawn(PGBOUNCER, ['-q', file], { ...user, stdio: 'ignore' });
  const through = `postgresql://postgres@localhost:6432/${database}?host=${encodeURIComponent(directory)}`;
  while (!existsSync(join(directory, '.s.PGSQL.6432'))) {
    assert.equal(pooler.exitCode, null, 'PgBouncer did not start');
    await sleep(20);
  }
  const stop = async () => {
    const exited = once(pooler, 'exit');
    pooler.kill('SIGKILL');
    await exited;
    rmSync(directory, { recursive: true });
  };
  return { direct, through, stop };
}

async function openThrough(t: TestContext, databaseUrl: string) {
  const store = await openStore({ databaseUrl, dataDirectory: '' });
  t.after(() => store.close());
  return store;
}

async function run<Row>(url: string, text: string): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const readSetting = (name: string) => sql<{ value: string }>`select current_setting(${name}) as value`;

describe('a store behind PgBouncer in transaction mode', { skip: missing }, () => {
  let postgres: Postgres;
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  before(async () => {
    postgres = await startPostgres();
    pooler = await startPooler(postgres);
  });
  after(async () => {
    await pooler.stop();
    await postgres.close();
  });

  test('migrates, and replicas at once read what each other wrote', async (t) => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => openThrough(t, pooler.through)));
    const replicas = stores.map((store) => createBuilds(store));
    const claims = await Promise.all(
      replicas.map((builds, i) => builds.claim(build(`b${i}`), form(`b${i}`), { began: builds.begin() })),
    );
    assert.ok(claims.every(({ kind }) => kind === 'first'));
    await replicas[1]?.setDue(
      claims.map((_, i) => `b${i}`),
      0,
    );
    const resumed = await replicas[0]?.takeDue(10);
    assert.equal(resumed?.length, 4);
  });

  test('leaves no setting behind for whoever gets the connection next', async (t) => {
    const { db } = await openThrough(t, pooler.through);
    await db.transaction().execute((trx) => sql`select 1`.execute(trx));
    const [{ value } = { value: '' }] = await run<{ value: string }>(
      pooler.through,
      `select current_setting('statement_timeout') as value`,
    );
    assert.equal(value, '0');
  });

  test('has limits inside transactions, and single statements end for the caller', async (t) => {
    const { db } = await openThrough(t, pooler.through);
    const limits = await db.transaction().execute(async (trx) => {
      const { rows } = await readSetting('statement_timeout').execute(trx);
      const lock = await readSetting('lock_timeout').execute(trx);
      return [rows[0]?.value, lock.rows[0]?.value];
    });
    assert.deepEqual(limits, ['1500ms', '300ms']);
    await assert.rejects(sql`select pg_sleep(30)`.execute(db), StoreFault);
    await sql`select 1`.execute(db);
  });

  test('a connection of its own has the limits itself', async (t) => {
    const { db } = await openThrough(t, pooler.direct);
    const { rows } = await readSetting('statement_timeout').execute(db);
    assert.equal(rows[0]?.value, '1500ms');
    const idle = await readSetting('idle_in_transaction_session_timeout').execute(db);
    assert.equal(idle.rows[0]?.value, '10s');
  });
});
