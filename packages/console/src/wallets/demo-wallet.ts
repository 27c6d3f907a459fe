import type { PartialSigner } from '@staking-agent/sdk';
import { encodeBase58 } from '@staking-agent/verify';

const DATABASE = 'staking-console';
const STORE = 'keys';
const NAME = 'demo';

/** A wallet of this browser alone, for a ledger on which nothing has any value. */
export type DemoWallet = { readonly address: string; readonly signer: PartialSigner };

/** Why this browser can hold no demo wallet, in a sentence; undefined where it can. */
export async function findDemoObstacle(): Promise<string | undefined> {
  if (!isSecureContext || crypto.subtle === undefined) {
    return 'Browsers sign only on pages of this machine or with TLS: open the page at http://127.0.0.1 or over https.';
  }
  try {
    await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    return undefined;
  } catch {
    return 'This browser does not sign with Ed25519. Chrome 137, Firefox 129 and Safari 17 do.';
  }
}

/** Makes a key that no script can read, and keeps it in this browser. */
export async function createDemoWallet(): Promise<DemoWallet> {
  const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  await runInStore('readwrite', (store) => store.put(pair, NAME));
  return await toWallet(pair);
}

/** The wallet that was made before; undefined where none was. */
export async function findDemoWallet(): Promise<DemoWallet | undefined> {
  const kept: unknown = await runInStore('readonly', (store) => store.get(NAME)).catch(() => undefined);
  return isPair(kept) ? await toWallet(kept) : undefined;
}

/** Forgets the key; what the wallet holds is out of reach then. */
export async function forgetDemoWallet(): Promise<void> {
  await runInStore('readwrite', (store) => store.delete(NAME));
}

async function toWallet({ privateKey, publicKey }: CryptoKeyPair): Promise<DemoWallet> {
  const address = encodeBase58(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)));
  const sign = async (message: ArrayLike<number>) =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, Uint8Array.from(message)));
  return {
    address,
    signer: {
      address,
      signTransactions: (transactions) =>
        Promise.all(transactions.map(async ({ messageBytes }) => ({ [address]: await sign(messageBytes) }))),
    },
  };
}

function isPair(kept: unknown): kept is CryptoKeyPair {
  const { privateKey, publicKey } = Object(kept) as Partial<CryptoKeyPair>;
  return privateKey instanceof CryptoKey && publicKey instanceof CryptoKey;
}

async function runInStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settle(opening);
  try {
    return await settle(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

async function settle<T>(request: IDBRequest<T>): Promise<T> {
  return await new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
