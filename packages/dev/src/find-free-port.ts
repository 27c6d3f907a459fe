import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that a system hands to those who ask for any: nobody is given one of these meanwhile. */
const FIRST = 20_001;
const END = 30_000;

/** Finds a free loopback port outside the range that the system assigns for port 0. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isPortFree(port)) return port;
  }
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
