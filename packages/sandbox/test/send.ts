import {
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type KeyPairSigner,
  partiallySignTransaction,
} from '@solana/kit';
import { request } from 'undici';
import type { Sandbox } from '../src/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Json = any;

/** An answer of the sandbox; no body when it is not JSON. */
export type Answer = {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Json;
};

const HANG_MILLISECONDS = 5_000;

/** Sends one HTTP request and reads the answer. A sandbox that does not begin to answer within five seconds hangs. */
export async function send(
  url: string,
  method: 'GET' | 'POST',
  body?: string,
  referer?: string,
): Promise<Answer> {
  const response = await request(url, {
    method,
    headersTimeout: HANG_MILLISECONDS,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(referer !== undefined && { referer }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.body.text();
  return { status: response.statusCode, text, headers: response.headers, body: tryParse(text) };
}

/** Makes an upstream misbehave, or `none` to behave again. */
export async function setFault({ url }: Pick<Sandbox, 'url'>, fault: object): Promise<void> {
  const answer = await send(`${url}/sandbox/faults`, 'POST', JSON.stringify(fault));
  if (answer.status !== 200) throw new Error(answer.text);
}

/** Signs transaction bytes as a wallet, its own slot and nothing else. @returns base64. */
export async function signBytes(wallet: KeyPairSigner, bytes: Uint8Array): Promise<string> {
  const transaction = getTransactionDecoder().decode(bytes);
  return getBase64EncodedWireTransaction(await partiallySignTransaction([wallet.keyPair], transaction));
}

function tryParse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
