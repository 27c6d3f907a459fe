import { createServer } from 'node:http';
import { askTarget } from './ask-target.ts';
import type { HastyClock } from './hasty-clock.ts';
import { listen } from './listen.ts';
import { startReplica } from './replica.ts';
import { type Cleanup, createCalls, type World } from './world.ts';

/**
 * A ledger node that hands every call on to another one and remembers them, as JSON text.
 *
 * @param lacks - a method that it does not offer.
 */
export async function startCountingNode(
  t: Cleanup,
  target: string,
  lacks = '',
): Promise<{ readonly url: string; readonly calls: string[] }> {
  const calls: string[] = [];
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray()).toString();
    calls.push(body);
    const answer = await askTarget(target, lacks === '' ? body : body.replace(lacks, 'unknown'));
    if (answer === undefined) return void response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.text);
  });
  const url = await listen(t, server);
  return { url, calls };
}

/** One more service on the sandbox of a world, over a node that remembers its calls. */
export async function startCounted(
  t: Cleanup,
  { sandbox }: Pick<World, 'sandbox'>,
  clock?: HastyClock,
): Promise<Pick<World, 'get' | 'post'> & { readonly calls: readonly string[] }> {
  const { url, calls } = await startCountingNode(t, sandbox.url);
  const environment = { LEDGER_RPC_URLS: url, RATE_LIMITS: 'off' };
  const service = await startReplica(t, sandbox, environment, clock === undefined ? {} : { clock });
  return { ...createCalls(service), calls };
}
