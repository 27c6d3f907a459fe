import {
  type Address,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  type KeyPairSigner,
  partiallySignTransaction,
} from '@solana/kit';
import { request } from 'undici';
import type { Sandbox } from '../src/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Json = any;

/** An answer as it came over the socket. */
export type VaultAnswer = {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Json;
};

/** Sends a GET below the vault of the deployment, or to a whole path. */
export function readVault({ vaultUrl, ledger }: Sandbox, path: string): Promise<VaultAnswer> {
  return send(`${vaultUrl}/vault/${ledger.deployment.usdcVault}${path}`, 'GET');
}

/** Asks for a transaction. */
export function build(
  { vaultUrl, ledger }: Sandbox,
  operation: string,
  body: unknown,
  options: { readonly vault?: string; readonly referer?: string } = {},
): Promise<VaultAnswer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const vault = options.vault ?? ledger.deployment.usdcVault;
  return send(`${vaultUrl}/vault/${vault}/${operation}`, 'POST', text, options.referer);
}

/** Signs a base58 transaction as the wallet and hands it to the ledger with preflight. */
export async function signAndSend(sandbox: Sandbox, wallet: KeyPairSigner, text: string): Promise<Json> {
  const transaction = getTransactionDecoder().decode(getBase58Encoder().encode(text));
  const signed = getBase64EncodedWireTransaction(
    await partiallySignTransaction([wallet.keyPair], transaction),
  );
  const params = [signed, { encoding: 'base64', preflightCommitment: 'processed' }];
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params });
  return (await send(sandbox.url, 'POST', call)).body;
}

/** Makes the provider misbehave, or `none` to behave again. */
export async function setVaultFault({ url }: Sandbox, fault: object): Promise<void> {
  const answer = await send(`${url}/sandbox/faults`, 'POST', JSON.stringify({ upstream: 'vault', ...fault }));
  if (answer.status !== 200) throw new Error(answer.text);
}

/** What a build with plain fields asks for. */
export function bodyOf(userPubkey: Address, lamportAmount: bigint, more: object = {}) {
  return { userPubkey, lamportAmount: lamportAmount.toString(), ...more };
}

export async function send(
  url: string,
  method: 'GET' | 'POST',
  body?: string,
  referer?: string,
): Promise<VaultAnswer> {
  const response = await request(url, {
    method,
    headersTimeout: 2_000,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(referer !== undefined && { referer }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.body.text();
  return { status: response.statusCode, text, headers: response.headers, body: tryParse(text) };
}

function tryParse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
