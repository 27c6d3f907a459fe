import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askTarget } from './ask-target.ts';
import type { Cleanup } from './world.ts';

/** A ledger node that hands every call on to another one and remembers them, as JSON text. */
export async function startCountingNode(
  t: Cleanup,
  target: string,
): Promise<{ readonly url: string; readonly calls: string[] }> {
  const calls: string[] = [];
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray());
    calls.push(body.toString());
    const answer = await askTarget(target, body);
    if (answer === undefined) return void response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}
