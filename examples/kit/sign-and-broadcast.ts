import {
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  partiallySignTransaction,
} from '@solana/kit';

/** The members of a build's answer that signing and broadcasting need. */
type Build = {
  transaction: string;
  service_token: string;
  route?: string;
  routerKind?: string;
  router_order?: object;
};

/** Signs a build with the wallet's key pair and submits it. Returns the signature of the transaction. */
export async function signAndBroadcast(
  api: string,
  build: Build,
  wallet: { privateKey: CryptoKey; publicKey: CryptoKey },
): Promise<string> {
  const { transaction, service_token, route, routerKind, router_order } = build;
  const decoded = getTransactionDecoder().decode(getBase64Encoder().encode(transaction));
  const signed_tx = getBase64EncodedWireTransaction(await partiallySignTransaction([wallet], decoded));
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
