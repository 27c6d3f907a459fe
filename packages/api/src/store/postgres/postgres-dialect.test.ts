import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import { Kysely, sql } from 'kysely';
import { StoreFault } from '../../problems/store-fault.ts';
import { SYSTEM_CLOCK } from '../../runtime/clock.ts';
import { createPostgresDialect } from './postgres-dialect.ts';

const LIMITS = { connections: 1, connection: 5_000, statement: 5_000, lock: 5_000, idle: 5_000 };
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
