import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'undici';
import { readSignature } from '../ledger-client.ts';
import { listen } from '../listen.ts';
import type { Cleanup } from '../world.ts';

/** What comes back over the connection: a status, a code of JSON-RPC, nothing, half a connection, or that it was taken. */
export type Said = 400 | 403 | 408 | 500 | 502 | 504 | -32015 | 'hang' | 'cut' | 'taken';

/** When the bytes go on to the ledger; `later` is after the caller has got its first word. */
export type Passing = 'never' | 'at once' | 'later';

/** How a gateway treats the bytes of one transaction, whenever it gets them. */
export type Fault = { readonly said: Said; readonly passing: Passing };

/** One broadcast of the matrix. */
export type Case = {
  readonly name: string;
  readonly route: 'rpc' | 'router';
  readonly fault: Fault;
  /** Whether the ledger refuses the transaction. */
  readonly isDoomed: boolean;
};

/** What stands beside the faulty node. */
export const TOPOLOGIES = ['alone', 'two faulty', 'beside a sound one', 'beside one that lags'] as const;
export type Topology = (typeof TOPOLOGIES)[number];

/** What a caller is told, as far as it acts on it. */
export type Word = 'ok' | 'rejected' | 'expired' | 'not_sent' | 'unknown';

/** What the ledger says in the end. */
export type End = 'landed' | 'failed' | 'absent';

const OF_NODES: readonly Said[] = [502, 504, 408, 500, -32015, 'hang', 'cut'];
const OF_ROUTERS: readonly Said[] = [502, 504, 408, 400, 500, 'hang', 'cut'];
const PASSINGS: readonly Passing[] = ['never', 'at once', 'later'];

/** Every fault of a node, for transactions that succeed and for those that are refused. */
export const NODE_CASES: readonly Case[] = listCases('rpc', OF_NODES);
/** Every fault of the router, for both. */
export const ROUTER_CASES: readonly Case[] = listCases('router', OF_ROUTERS);

function listCases(route: Case['route'], answers: readonly Said[]): Case[] {
  const faults = answers.flatMap((said) => PASSINGS.map((passing) => ({ said, passing })));
  const honest: Fault = { said: 403, passing: 'never' };
  const liar: Fault = { said: 'taken', passing: 'never' };
  return [...faults, honest, liar].flatMap((fault) =>
    [false, true].map((isDoomed) => ({
      name: `${route}: says ${fault.said}, passes on ${fault.passing}${isDoomed ? ', refused by the ledger' : ''}`,
      route,
      fault,
      isDoomed,
    })),
  );
}

/** The words that may come first; none of them is untrue, whatever becomes of the bytes later. */
export function listFirstWords({ route, fault, isDoomed }: Case, topology: Topology): readonly Word[] {
  // Refused unsigned, before any signed byte leaves; for a moment after the start its row may be lost, for all that is known.
  if (isDoomed) return ['rejected', 'unknown'];
  if (route === 'rpc' && topology === 'beside a sound one') return ['ok'];
  // One that lags takes the bytes as well, since it is not asked to try them.
  if (route === 'rpc' && topology === 'beside one that lags') return ['ok', 'unknown'];
  if (fault.said === 'taken') return ['ok'];
  return fault.passing === 'at once' ? ['unknown', 'ok'] : ['unknown'];
}

/** A gateway before nodes and router of a sandbox, which treats transactions as they deserve by its list. */
export type FaultyGateway = {
  readonly url: string;
  /** Treats the bytes of a signature so from now on; all others go through. */
  setFault(signature: string, fault: Fault): void;
  /** Whether it has given the bytes of a signature to the ledger. */
  hasPassedOn(signature: string): boolean;
  /** Gives to the ledger what it keeps back of a signature. */
  release(signature: string): Promise<void>;
};

const JSON_FIELDS = { 'content-type': 'application/json' };

/** Starts a gateway: `/router` is the router, every other path a node. */
export async function startFaultyGateway(t: Cleanup, target: string): Promise<FaultyGateway> {
  const faults = new Map<string, Fault>();
  const held = new Map<string, string>();
  const passedOn = new Set<string>();
  const passOn = async (signature: string, base64: string) => {
    passedOn.add(signature);
    const params = [base64, { encoding: 'base64', skipPreflight: true }];
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params });
    await (await request(target, { method: 'POST', headers: JSON_FIELDS, body })).body.dump();
  };
  const serve = async (incoming: IncomingMessage, response: ServerResponse) => {
    const call = await readCall(incoming);
    const fault = faults.get(call.signature ?? '');
    if (fault === undefined) return await handOn(call, target, response);
    const { signature = '', base64 = '' } = call;
    if (fault.passing === 'at once') await passOn(signature, base64);
    if (fault.passing === 'later') held.set(signature, base64);
    answerBytes(response, fault, call);
  };
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  const url = await listen(t, server);
  return {
    url,
    setFault: (signature, fault) => void faults.set(signature, fault),
    hasPassedOn: (signature) => passedOn.has(signature),
    async release(signature) {
      const base64 = held.get(signature);
      if (base64 !== undefined) await passOn(signature, base64);
    },
  };
}

/** One call as it came, with the signed transaction that it carries to the ledger or has executed. */
type Call = {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly text: string;
  readonly base64?: string;
  readonly signature?: string;
};

async function readCall(incoming: IncomingMessage): Promise<Call> {
  const text = Buffer.concat(await incoming.toArray()).toString();
  const call = { method: incoming.method as Call['method'], path: incoming.url ?? '/', text };
  const base64 = findBytes(call);
  return base64 === undefined ? call : { ...call, base64, signature: readSignature(base64) };
}

function isOfRouter({ path }: Pick<Call, 'path'>): boolean {
  return path.startsWith('/router');
}

function findBytes(call: Pick<Call, 'path' | 'text'>): string | undefined {
  if (isOfRouter(call)) return call.path.includes('/execute') ? JSON.parse(call.text).signedTx : undefined;
  const { method, params } = JSON.parse(call.text);
  return method === 'sendTransaction' ? params[0] : undefined;
}

async function handOn(call: Call, target: string, response: ServerResponse): Promise<void> {
  const url = isOfRouter(call) ? `${target}${call.path}` : target;
  const body = call.method === 'POST' ? { body: call.text } : {};
  const answer = await request(url, { method: call.method, headers: JSON_FIELDS, ...body });
  response.writeHead(answer.statusCode, JSON_FIELDS).end(await answer.body.text());
}

function answerBytes(response: ServerResponse, { said }: Fault, call: Call): void {
  const { signature } = call;
  const envelope = isOfRouter(call) ? {} : { jsonrpc: '2.0', id: JSON.parse(call.text).id };
  const say = (status: number, body: object) =>
    response.writeHead(status, JSON_FIELDS).end(JSON.stringify({ ...envelope, ...body }));
  if (said === 'hang') return;
  if (said === 'cut') response.destroy();
  else if (said === 'taken') say(200, isOfRouter(call) ? { signature } : { result: signature });
  else if (said < 0) say(200, { error: { code: said, message: 'Transaction version (1) is not supported' } });
  else say(said, { error: { code: 'BAD_REQUEST', message: 'Transaction simulation failed' } });
}
