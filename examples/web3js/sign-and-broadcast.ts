import { type Keypair, VersionedTransaction } from '@solana/web3.js';

/** The members of a build's answer that signing and broadcasting need. */
type Build = {
  transaction: string;
  service_token: string;
  route?: string;
  routerKind?: string;
  router_order?: object;
};

/** Signs a build with the wallet's key pair and submits it. Returns the signature of the transaction. */
export async function signAndBroadcast(api: string, build: Build, wallet: Keypair): Promise<string> {
  const { service_token, route, routerKind, router_order } = build;
  const transaction = VersionedTransaction.deserialize(Buffer.from(build.transaction, 'base64'));
  transaction.sign([wallet]);
  const signed_tx = Buffer.from(transaction.serialize()).toString('base64');
  const router = route === 'router' ? { route, routerKind, router_order } : {};
  const response = await fetch(`${api}/broadcast`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ signed_tx, service_token, ...router }),
  });
  const answer = (await response.json()) as { signature: string; code?: string; detail?: string };
  if (!response.ok) throw new Error(`${answer.code}: ${answer.detail}`);
  return answer.signature;
}
