import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createSubject, type Subject } from '@staking-agent/conformance';
import { listen } from '../listen.ts';
import { type Cleanup, startWorld, type World } from '../world.ts';

/** A request on its way through the proxy. */
export type Asked = { readonly method: string; readonly target: string; readonly body: string };

/** An answer on its way back. */
export type Given = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** What the proxy makes of an answer. */
export type Change = (given: Given, asked: Asked) => Given;

/** Starts a proxy that hands on every byte of every request, and what it has changed of the answers. */
export async function startProxy(
  t: Cleanup,
  origin: string,
  change: Change,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    forward(origin, incoming)
      .then(([asked, given]) => answer(outgoing, change(given, asked)))
      .catch(() => outgoing.destroy());
  });
  const url = await listen(t, server);
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, close };
}

async function forward(origin: string, incoming: IncomingMessage): Promise<[Asked, Given]> {
  const body = Buffer.concat(await incoming.toArray());
  const { url: target = '/', method = 'GET', rawHeaders } = incoming;
  const { hostname, port } = new URL(origin);
  // Raw headers, so that one that stands there twice does so behind the proxy too.
  const options = { hostname, port, method, path: target, headers: rawHeaders };
  const asking = request({ ...options, setHost: false, agent: false }).end(body);
  const [reply] = (await once(asking, 'response')) as [IncomingMessage];
  const { connection: _, 'transfer-encoding': __, 'content-length': ___, ...kept } = reply.headers;
  const headers = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)]));
  const text = Buffer.concat(await reply.toArray()).toString();
  return [
    { method, target, body: String(body) },
    { status: reply.statusCode ?? 0, headers, text },
  ];
}

function answer(outgoing: ServerResponse, { status, headers, text }: Given): void {
  const length = status === 204 ? {} : { 'content-length': String(Buffer.byteLength(text)) };
  outgoing.writeHead(status, { ...headers, ...length });
  outgoing.end(text);
}

/** A world whose time the kit can move on. */
export type TestedDeployment = {
  readonly world: World;
  /** Makes what checks run with; asks the deployment itself unless another URL is given. */
  createSubject(url?: string): Subject;
};

/** Starts a deployment on a sandbox, in which a block takes 60 ms and no token is waited for. */
export async function startDeployment(t: Cleanup): Promise<TestedDeployment> {
  let ahead = 0;
  // The day moves on without the figures of the ledger growing old.
  const clock = { now: () => Date.now() + ahead };
  const world = await startWorld(t, {}, clock, { slotMilliseconds: 60 });
  return {
    world,
    createSubject: (url = world.service.url) =>
      createSubject({
        url,
        sandbox: world.sandbox.url,
        waitUntil: async (time) => {
          ahead = time.getTime() - Date.now();
        },
      }),
  };
}
