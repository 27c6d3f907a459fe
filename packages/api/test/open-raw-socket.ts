import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A connection to a server, and what has come over it. */
export type RawSocket = {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  received(): string;
};

/** Has a server listen and opens a connection to it; both end with the test. */
export async function openRawSocket(t: TestContext, server: Server): Promise<RawSocket> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close().closeAllConnections());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => socket.destroy());
  let text = '';
  socket.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  // What is refused before its end may be reset.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  return { socket, closed, received: () => text };
}
