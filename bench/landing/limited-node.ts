import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { postJson } from './post-json.ts';

/** What was asked of a node. */
export type NodeCounts = { calls: number; refused: number; sends: number };

/** A node that answers so many calls a second and refuses the others. */
export type LimitedNode = { readonly url: string; readonly counts: NodeCounts; close(): void };

/** What a node lets through. */
export type NodeLimits = {
  readonly perSecond: number;
  /** Share of the transactions it takes that reach no block: leaders drop them when the ledger is busy. */
  readonly lost: number;
  readonly seed: number;
};

const HEADERS = { 'content-type': 'application/json' };

/** Starts one in front of a ledger; what is over the limit is answered 429, as providers do. */
export async function startLimitedNode(target: string, limits: NodeLimits): Promise<LimitedNode> {
  const counts: NodeCounts = { calls: 0, refused: 0, sends: 0 };
  const draw = createRandom(limits.seed);
  let tokens = limits.perSecond;
  let at = performance.now();
  const takeToken = (): boolean => {
    tokens = Math.min(limits.perSecond, tokens + ((performance.now() - at) / 1_000) * limits.perSecond);
    at = performance.now();
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray()).toString();
    const { id, method, params } = JSON.parse(body);
    counts.calls += 1;
    if (method === 'sendTransaction') counts.sends += 1;
    if (!takeToken()) {
      counts.refused += 1;
      response
        .writeHead(429, HEADERS)
        .end('{"jsonrpc":"2.0","error":{"code":429,"message":"Too many"},"id":null}');
      return;
    }
    if (method === 'sendTransaction' && draw() < limits.lost) {
      response
        .writeHead(200, HEADERS)
        .end(JSON.stringify({ jsonrpc: '2.0', id, result: signatureOf(params[0]) }));
      return;
    }
    const { status, text } = await postJson(target, body);
    response.writeHead(status, HEADERS).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Nobody reads what a lost transaction was answered with. */
function signatureOf(transaction: string): string {
  return transaction.slice(0, 8);
}
