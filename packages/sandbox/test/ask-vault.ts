import { type Address, getBase58Encoder, type KeyPairSigner } from '@solana/kit';
import type { Sandbox } from '../src/index.ts';
import { type Answer, type Json, send, setFault, signBytes } from './send.ts';

/** Sends a GET below the vault of the deployment, or to a whole path. */
export function readVault({ vaultUrl, ledger }: Sandbox, path: string): Promise<Answer> {
  return send(`${vaultUrl}/vault/${ledger.deployment.usdcVault}${path}`, 'GET');
}

/** Asks for a transaction. */
export function build(
  { vaultUrl, ledger }: Sandbox,
  operation: string,
  body: unknown,
  options: { readonly vault?: string; readonly referer?: string } = {},
): Promise<Answer> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const vault = options.vault ?? ledger.deployment.usdcVault;
  return send(`${vaultUrl}/vault/${vault}/${operation}`, 'POST', text, options.referer);
}

/** Signs a base58 transaction as the wallet and hands it to the ledger with preflight. */
export async function signAndSend(sandbox: Sandbox, wallet: KeyPairSigner, text: string): Promise<Json> {
  const signed = await signBytes(wallet, Uint8Array.from(getBase58Encoder().encode(text)));
  const params = [signed, { encoding: 'base64', preflightCommitment: 'processed' }];
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params });
  return (await send(sandbox.url, 'POST', call)).body;
}

/** Makes the provider misbehave, or `none` to behave again. */
export function setVaultFault(sandbox: Sandbox, fault: object): Promise<void> {
  return setFault(sandbox, { upstream: 'vault', ...fault });
}

/** What a build with plain fields asks for. */
export function createBody(userPubkey: Address, lamportAmount: bigint, more: object = {}) {
  return { userPubkey, lamportAmount: lamportAmount.toString(), ...more };
}
