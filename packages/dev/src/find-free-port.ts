import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below the ports that a system hands to those who ask for any: nobody is given one of these meanwhile. */
const FIRST = 20_001;
const END = 30_000;

/** Finds a free loopback port outside the range that the system assigns for port 0; nobody else finds it. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if ((await mark(port)) && (await isPortFree(port))) return port;
  }
}

/**
 * Marks a port as given out, by a UDP socket of the same number for as long as this process lives: whoever starts a service
 * on it listens only seconds later, and other processes look for ports meanwhile.
 *
 * @returns false when it is somebody's already.
 */
async function mark(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  return await new Promise<boolean>((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(false);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

/** Whether nobody listens on a port of the loopback. */
export async function isPortFree(port: number): Promise<boolean> {
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => resolve(true));
  });
  if (isFree) await new Promise((resolve) => probe.close(resolve));
  return isFree;
}
