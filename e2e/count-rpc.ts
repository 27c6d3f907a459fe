import { createServer } from 'node:http';
import { askTarget } from './ask-target.ts';
import { listen } from './listen.ts';
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
  const url = await listen(t, server);
  return { url, calls };
}
