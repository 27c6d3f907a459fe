import type { Server } from 'node:http';
import { type Clock, within } from '../runtime/clock.ts';
import { startLoop } from '../runtime/loop.ts';

/** The most that requests have to finish: longer than an honest one takes, whatever it waits for. */
const REQUESTS_MILLISECONDS = 10_000;
const IDLE_CHECK_MILLISECONDS = 50;

/** A server, and what makes it close once the last connection has ended. */
export type Closable = { readonly server: Server; close(): Promise<void> };

/**
 * Stops listening and lets requests in flight finish for ten seconds, or for less; then every connection ends, also one
 * that never finishes its request, for which Node has no limit once a server is closing.
 *
 * @param most - the milliseconds that the caller allows requests.
 */
export async function closeServer(app: Closable, clock: Clock, most: number): Promise<void> {
  // Closing ends idle connections once; one that was busy then would hold the process up for its keep-alive time.
  const idle = startLoop({
    clock,
    work: async () => app.server.closeIdleConnections(),
    pause: IDLE_CHECK_MILLISECONDS,
    onFault: () => undefined,
  });
  const closing = app.close();
  await within<unknown>(clock, Math.min(REQUESTS_MILLISECONDS, most), closing, () => undefined);
  app.server.closeAllConnections();
  await closing;
  await idle.stop();
}
