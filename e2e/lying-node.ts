import { createServer } from 'node:http';
import { askTarget } from './ask-target.ts';
import type { HastyClock } from './hasty-clock.ts';
import { listen } from './listen.ts';
import { startReplica } from './replica.ts';
import { type Cleanup, createCalls, type World } from './world.ts';

/** What a node answers to one call, and may be changed. */
export type NodeAnswer = {
  readonly method: string;
  readonly params: readonly unknown[];
  // biome-ignore lint/suspicious/noExplicitAny: a liar changes answers of every shape.
  result: any;
  error?: { readonly code: number; readonly message: string };
};

/** A ledger node that hands calls on to another one and changes what comes back. */
export type LyingNode = {
  readonly url: string;
  /** Replaces the lie in force; undefined ends it. */
  tell(lie: ((answer: NodeAnswer) => void | Promise<void>) | undefined): void;
  /** How often each method was asked so far. */
  readonly counts: ReadonlyMap<string, number>;
  /** The calls so far, as JSON text. */
  readonly calls: string[];
};

/** Starts a node in front of another one; it tells the truth until it is told to lie. */
export async function startLyingNode(t: Cleanup, target: string): Promise<LyingNode> {
  const counts = new Map<string, number>();
  const calls: string[] = [];
  let lie: ((answer: NodeAnswer) => void | Promise<void>) | undefined;
  const server = createServer(async (incoming, response) => {
    const body = Buffer.concat(await incoming.toArray()).toString();
    calls.push(body);
    const headers = { 'content-type': 'application/json' };
    const asked = JSON.parse(body);
    counts.set(asked.method, (counts.get(asked.method) ?? 0) + 1);
    // A liar knows no slot that it would have to wait for.
    for (const option of lie === undefined ? [] : (asked.params ?? [])) delete Object(option).minContextSlot;
    const truth = await askTarget(target, JSON.stringify(asked));
    if (truth === undefined) return void response.destroy();
    if (lie === undefined) return void response.writeHead(truth.status, headers).end(truth.text);
    const { id, jsonrpc, result, error } = JSON.parse(truth.text);
    const answer: NodeAnswer = { method: asked.method, params: asked.params ?? [], result, error };
    await lie(answer);
    const said = answer.error === undefined ? { result: answer.result } : { error: answer.error };
    response.writeHead(200, headers).end(JSON.stringify({ jsonrpc, id, ...said }));
  });
  const url = await listen(t, server);
  return {
    url,
    tell: (next) => {
      lie = next;
    },
    counts,
    calls,
  };
}

/** Starts one more service on the sandbox of a world, over a node that remembers its calls. */
export async function startCounted(
  t: Cleanup,
  { sandbox }: Pick<World, 'sandbox'>,
  clock?: HastyClock,
): Promise<Pick<World, 'get' | 'post'> & { readonly calls: readonly string[] }> {
  const { url, calls } = await startLyingNode(t, sandbox.url);
  const environment = { LEDGER_RPC_URLS: url, RATE_LIMITS: 'off' };
  const service = await startReplica(t, sandbox, environment, clock === undefined ? {} : { clock });
  return { ...createCalls(service), calls };
}
