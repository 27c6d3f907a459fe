import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Cleanup } from './world.ts';

/** Starts a server on a free port until the test ends, and returns its URL; it closes no connection that a call may be about to use. */
export async function listen(t: Cleanup, server: Server): Promise<string> {
  server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.close();
    server.closeAllConnections();
  });
  const bound = server.address();
  assert.ok(bound !== null && typeof bound === 'object');
  return `http://127.0.0.1:${bound.port}`;
}
