import {
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type KeyPairSigner,
  partiallySignTransaction,
} from '@solana/kit';
import { request } from 'undici';
import type { Sandbox } from '../src/index.ts';
import { decodeTransaction } from '../src/vm/decoded-transaction.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Json = any;

/** An answer as it came over the socket. */
export type RouterAnswer = {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Json;
};

export type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** Sends a GET to the router; `apiKey` is added unless it is given. */
export function ask(
  { routerUrl }: Sandbox,
  path: string,
  parameters: Parameters = {},
): Promise<RouterAnswer> {
  const pairs = Object.entries({ apiKey: 'key', ...parameters }).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each as string]),
  );
  return send(`${routerUrl}${path}?${new URLSearchParams(pairs)}`, 'GET');
}

/** Asks for an order. */
export function order(sandbox: Sandbox, kind: string, parameters: Parameters): Promise<RouterAnswer> {
  return ask(sandbox, `/swap/${kind}/order`, parameters);
}

/** Hands over a signed transaction. */
export function execute(sandbox: Sandbox, kind: string, body: unknown): Promise<RouterAnswer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return send(`${sandbox.routerUrl}/swap/${kind}/execute?apiKey=key`, 'POST', text);
}

/** Signs an order's transaction as the wallet. */
export async function sign(wallet: KeyPairSigner, tx: string): Promise<string> {
  const transaction = getTransactionDecoder().decode(Buffer.from(tx, 'base64'));
  return getBase64EncodedWireTransaction(await partiallySignTransaction([wallet.keyPair], transaction));
}

/** What an order's transaction says. */
export function read(tx: string) {
  return decodeTransaction(new Uint8Array(Buffer.from(tx, 'base64')));
}

/** Makes the router misbehave, or `none` to behave again. */
export async function setRouterFault({ url }: Sandbox, fault: object): Promise<void> {
  const answer = await send(
    `${url}/sandbox/faults`,
    'POST',
    JSON.stringify({ upstream: 'router', ...fault }),
  );
  if (answer.status !== 200) throw new Error(answer.text);
}

async function send(url: string, method: 'GET' | 'POST', body?: string): Promise<RouterAnswer> {
  const headers = { 'content-type': 'application/json' };
  const answer = await request(url, body === undefined ? { method } : { method, headers, body });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, body: parse(text) };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
