import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { startPostgres } from '@staking-agent/test-postgres';
import { createSharedDatabase } from '@staking-agent/test-postgres/shared';
import { Kysely, sql } from 'kysely';
import { createManualClock } from '../../test/manual-clock.ts';
import { openPatientStore, PATIENT_LIMITS } from '../../test/open-patient-store.ts';
import { StoreFault } from '../problems/faults.ts';
import { SYSTEM_CLOCK } from '../runtime/clock.ts';
import { OPERATOR_LIMITS } from './driver.ts';
import { createPostgresDialect, isVerifiedConnection } from './postgres.ts';

const LIMITS = { ...OPERATOR_LIMITS, connections: 1 };
/** Whoever connects is welcome, and the server awaits a query: AuthenticationOk and ReadyForQuery of the protocol. */
const WELCOME = Buffer.from([
  ...Buffer.from('R'),
  0,
  0,
  0,
  8,
  0,
  0,
  0,
  0,
  ...Buffer.from('Z'),
  0,
  0,
  0,
  5,
  73,
]);

describe('a server that goes with the first query of a connection', () => {
  const ends: Readonly<Record<string, (socket: Socket) => unknown>> = {
    'resets the connection': (socket) => socket.resetAndDestroy(),
    'closes the connection': (socket) => socket.end(),
  };
  for (const [name, end] of Object.entries(ends)) {
    // An error that nobody listens to would end this process, as it would the service.
    test(`${name}: the query fails with a fault of the store, and nothing else does`, async (t) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => {
          socket.write(WELCOME);
          socket.once('data', () => end(socket));
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      t.after(() => void server.close());
      const { port } = server.address() as { readonly port: number };
      const url = `postgres://x@127.0.0.1:${port}/x`;
      const db = new Kysely({ dialect: createPostgresDialect(url, LIMITS, SYSTEM_CLOCK) });
      t.after(() => db.destroy());
      for (let i = 0; i < 3; i += 1) await assert.rejects(sql`select 1`.execute(db), StoreFault);
    });
  }
});

test('breaks are counted where the database may be another one', async (t) => {
  const clock = createManualClock();
  const at = { databaseUrl: await createSharedDatabase(), dataDirectory: '' };
  const store = await openPatientStore(at, { clock });
  t.after(() => store.close());
  const { db, breaks } = store;
  const other = await openPatientStore(at);
  t.after(() => other.close());
  const ping = () => sql`select 1`.execute(db);
  const listOthers = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(other.db);
    return rows.map(({ pid }) => pid);
  };
  await ping();
  assert.equal(breaks(), 1, 'the start of a process');
  await assert.rejects(sql`select 1 / 0`.execute(db), { code: '22012' });
  await assert.rejects(sql`select * from nowhere`.execute(db), StoreFault);
  assert.equal(breaks(), 1, 'an error that the server tells');

  const [idle] = await listOthers();
  await sql`select pg_terminate_backend(${idle})`.execute(other.db);
  while (breaks() === 1) await turn();
  await ping();
  const ended = breaks();

  const hanging = assert.rejects(sql`select pg_sleep(50)`.execute(db), { code: 'LATE' });
  const isRunning = async () => {
    const { rows } = await sql`select 1 from pg_stat_activity where query like 'select pg_sleep(50)%'
      and state = 'active' and pid <> pg_backend_pid()`.execute(other.db);
    return rows.length > 0;
  };
  while (!(await isRunning())) await turn();
  const [busy] = await listOthers();
  await clock.pass(PATIENT_LIMITS.statement);
  await hanging;
  assert.ok(breaks() > ended, 'a statement without an answer');
  const given = breaks();
  await ping();
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  assert.notEqual(rows[0]?.pid, busy, 'its connection is used no more');
  assert.equal(breaks(), given);
});

test('a connection to another server is a break, although none has ended', async (t) => {
  const { socketPath: first } = await startOwn(t);
  const { socketPath: second } = await startOwn(t);
  let path = first;
  const proxy = createServer((client) => {
    const upstream = connect(path);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => void proxy.close());
  const { port } = proxy.address() as { readonly port: number };
  let breaks = 0;
  const dialect = createPostgresDialect(
    `postgresql://postgres@127.0.0.1:${port}/postgres`,
    { ...LIMITS, connections: 3 },
    SYSTEM_CLOCK,
    {
      onBreak: () => {
        breaks += 1;
      },
    },
  );
  const db = new Kysely({ dialect });
  t.after(() => db.destroy());
  const counted: number[] = [];
  const connectMore = async (more: number): Promise<void> => {
    await db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection);
      counted.push(breaks);
      if (counted.length === 2) path = second;
      if (more > 0) await connectMore(more - 1);
    });
  };
  await connectMore(2);
  assert.deepEqual(counted, [0, 0, 1]);
});

test('a standby that took over is counted, and once by each pool', async (t) => {
  const server = await startOwn(t);
  const databaseUrl = await server.createDatabase();
  const before = await openPatientStore({ databaseUrl, dataDirectory: '' });
  assert.equal(before.takeovers(), 0);
  await before.close();
  await server.stop();
  // It replays what it has itself written, and waits for more.
  writeFileSync(join(dirname(server.socketPath), 'data/standby.signal'), '');
  await server.start();
  const standby = new Kysely({
    dialect: createPostgresDialect(databaseUrl, { ...LIMITS, connections: 1 }, SYSTEM_CLOCK),
  });
  await sql`select pg_promote()`.execute(standby);
  await standby.destroy();
  const after = await openPatientStore({ databaseUrl, dataDirectory: '' });
  t.after(() => after.close());
  const met = after.takeovers();
  assert.ok(met > 0);
  await Promise.all([1, 2, 3].map(() => sql`select 1`.execute(after.db)));
  const all = after.takeovers();
  await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.01)`.execute(after.db)));
  assert.equal(after.takeovers(), all);
});

async function startOwn(t: TestContext) {
  const server = await startPostgres();
  t.after(() => server.close());
  return server;
}

for (const [url, isVerified] of [
  ['postgresql://user@/database?host=/run/postgresql', true],
  ['postgresql://user@db.example/database?sslmode=verify-full', true],
  ['postgresql://user@db.example/database', false],
  ['postgresql://user@db.example/database?sslmode=disable', false],
  ['postgresql://user@db.example/database?sslmode=no-verify', false],
  ['postgresql://user@db.example/database?sslmode=require', false],
  ['postgresql://user@db.example/database?sslmode=verify-full&sslmode=disable', false],
  ['postgresql://user@db.example/database?sslmode=disable&sslmode=verify-full', false],
  ['postgresql://user@localhost/database', false],
] as const) {
  test(`${url} is ${isVerified ? '' : 'not '}verified`, () => {
    assert.equal(isVerifiedConnection(url), isVerified);
  });
}
