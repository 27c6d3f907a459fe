import type { KeyPairSigner } from '@solana/kit';
import type { Sandbox } from '../src/index.ts';
import { decodeTransaction } from '../src/vm/transaction.ts';
import { type Answer, send, setFault, signBytes } from './send.ts';

export type Parameters = Readonly<Record<string, string | readonly string[]>>;

/** Sends a GET to the router; `apiKey` is added unless it is given. */
export function ask({ routerUrl }: Sandbox, path: string, parameters: Parameters = {}): Promise<Answer> {
  const pairs = Object.entries({ apiKey: 'key', ...parameters }).flatMap(([name, value]) =>
    [value].flat().map((each) => [name, each as string]),
  );
  return send(`${routerUrl}${path}?${new URLSearchParams(pairs)}`, 'GET');
}

/** Asks for an order. */
export function order(sandbox: Sandbox, kind: string, parameters: Parameters): Promise<Answer> {
  return ask(sandbox, `/swap/${kind}/order`, parameters);
}

/** Hands over a signed transaction. */
export function execute(sandbox: Sandbox, kind: string, body: unknown): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return send(`${sandbox.routerUrl}/swap/${kind}/execute?apiKey=key`, 'POST', text);
}

/** Signs an order's transaction as the wallet. */
export function sign(wallet: KeyPairSigner, tx: string): Promise<string> {
  return signBytes(wallet, Buffer.from(tx, 'base64'));
}

/** What an order's transaction says. */
export function read(tx: string) {
  return decodeTransaction(new Uint8Array(Buffer.from(tx, 'base64')));
}

/** Makes the router misbehave, or `none` to behave again. */
export function setRouterFault(sandbox: Sandbox, fault: object): Promise<void> {
  return setFault(sandbox, { upstream: 'router', ...fault });
}
