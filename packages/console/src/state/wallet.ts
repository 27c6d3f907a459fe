import { signal } from '@preact/signals';
import { type BytesSigner, fromWalletStandard, type PartialSigner, type Signer } from '@staking-agent/sdk';
import { encodeBase58 } from '@staking-agent/verify';
import { getWallets } from '@wallet-standard/app';
import type { Wallet as StandardWallet, WalletAccount } from '@wallet-standard/base';
import { noteLedgerChange } from './clock.ts';
import { askSandbox, getSession } from './session.ts';

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
async function createDemoWallet(): Promise<DemoWallet> {
  const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  await runInStore('readwrite', (store) => store.put(pair, NAME));
  return await toWallet(pair);
}

/** The wallet that was made before; undefined where none was. */
async function findDemoWallet(): Promise<DemoWallet | undefined> {
  const kept: unknown = await runInStore('readonly', (store) => store.get(NAME)).catch(() => undefined);
  return isPair(kept) ? await toWallet(kept) : undefined;
}

/** Forgets the key; what the wallet holds is out of reach then. */
async function forgetDemoWallet(): Promise<void> {
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

/** The signer. */
export type Wallet = {
  readonly kind: 'demo' | 'standard';
  /** As the wallet calls itself: text of others. */
  readonly name: string;
  readonly address: string;
  readonly signer: Signer;
  /** True if it may edit what it signs, as wallets of others do: within what the client allows. */
  readonly isEditing: boolean;
  /** Ends the connection, or the wallet. */
  leave(): Promise<void>;
};

/** The first balances of a demo wallet, in decimal text. */
export const GIFT = { sol: '100', usdc: '1000' } as const;

const DEMO = { kind: 'demo', name: 'Demo wallet', isEditing: false, leave: forgetDemoWallet } as const;

/** The wallet in use. */
export const wallet = signal<Wallet | undefined>(undefined);

/** The wallet's holdings of each strategy's asset, as `GET /limits` told last. */
export const holdings = signal<readonly { readonly asset: string; readonly amount: string }[]>([]);

/** Takes up the demo wallet of before on a sandbox; elsewhere looks for wallets of the browser. */
export async function restoreWallet(): Promise<void> {
  if (getSession().config.sandbox === null) return watchStandardWallets();
  const found = await findDemoWallet();
  if (found !== undefined) takeWallet({ ...DEMO, ...found });
}

/** Makes a demo wallet and has the sandbox give it something. */
export async function startDemoWallet(): Promise<void> {
  const found = (await findDemoWallet()) ?? (await createDemoWallet());
  await fundWallet(found.address);
  takeWallet({ ...DEMO, ...found });
}

/** Has the sandbox give a wallet SOL and USDC. */
export async function fundWallet(address: string): Promise<void> {
  await askSandbox('fund', { wallet: address, ...GIFT });
  await noteLedgerChange();
}

/** Uses a wallet from now on. */
export function takeWallet(chosen: Wallet): void {
  wallet.value = chosen;
  holdings.value = [];
}

/** Uses no wallet any more; a demo wallet is forgotten with its key. */
export async function leaveWallet(): Promise<void> {
  const { value: left } = wallet;
  dropWallet();
  await left?.leave();
}

/** Connects a wallet of the browser. */
export async function connectWallet(chosen: StandardWallet): Promise<void> {
  const { deployment } = getSession().config;
  const chain = deployment === 'mainnet' ? 'solana:mainnet' : 'solana:localnet';
  const connected = await connectStandardWallet(chosen, chain, dropWallet);
  takeWallet({ kind: 'standard', name: chosen.name, isEditing: true, ...connected });
}

function dropWallet(): void {
  wallet.value = undefined;
  holdings.value = [];
}

/** Reads anew what the wallet holds. */
export async function readHoldings(): Promise<void> {
  const address = wallet.value?.address;
  if (address === undefined) return;
  const { strategies } = await getSession().client.getLimits({ wallet: address });
  if (wallet.value?.address !== address) return;
  const held = strategies.flatMap(({ wallet: limits }) => (limits === null ? [] : [limits.holds]));
  holdings.value = [...new Map(held.map((each) => [each.asset, each])).values()];
}

const CONNECT = 'standard:connect';
const DISCONNECT = 'standard:disconnect';
const EVENTS = 'standard:events';
const SIGN = 'solana:signTransaction';

/** The wallets of this browser that can sign for the ledger without sending by themselves. */
export const standardWallets = signal<readonly StandardWallet[]>([]);

/** A connection to one of them. */
export type Connected = {
  readonly address: string;
  readonly signer: BytesSigner;
  /** Has the wallet forget this page, where it can. */
  leave(): Promise<void>;
};

/** Looks for wallets from now on; they announce themselves before or after this page. */
function watchStandardWallets(): void {
  const { get, on } = getWallets();
  const read = () => {
    standardWallets.value = get().filter(isUsable);
  };
  on('register', read);
  on('unregister', read);
  read();
}

/**
 * Asks a wallet for an account to sign with.
 *
 * @param chain - which ledger the wallet is told it signs for.
 * @param onGone - called when the wallet takes the account away.
 */
async function connectStandardWallet(
  wallet: StandardWallet,
  chain: `solana:${string}`,
  onGone: () => void,
): Promise<Connected> {
  const { accounts } = await call<{ accounts: readonly WalletAccount[] }>(wallet, CONNECT, 'connect');
  const account = accounts.find(({ chains, features }) => chains.includes(chain) && features.includes(SIGN));
  if (account === undefined) throw new Error(`The wallet gives no account that signs for ${chain}.`);
  const stop = watchAccount(wallet, account.address, onGone);
  return {
    address: account.address,
    signer: fromWalletStandard(wallet, account, chain),
    async leave() {
      stop();
      if (DISCONNECT in wallet.features) await call(wallet, DISCONNECT, 'disconnect');
    },
  };
}

function isUsable({ features, chains }: StandardWallet): boolean {
  return CONNECT in features && SIGN in features && chains.some((chain) => chain.startsWith('solana:'));
}

function watchAccount(wallet: StandardWallet, address: string, onGone: () => void): () => void {
  const { on } = Object(wallet.features[EVENTS]) as {
    on?(event: 'change', listener: () => void): () => void;
  };
  const look = () => {
    if (!wallet.accounts.some((each) => each.address === address)) onGone();
  };
  return on?.('change', look) ?? (() => undefined);
}

/** Calls a method of a feature: each is an object with the one method of its name. */
async function call<Answer>(wallet: StandardWallet, feature: string, method: string): Promise<Answer> {
  const methods = wallet.features[feature as keyof typeof wallet.features] as Readonly<
    Record<string, () => Promise<Answer>>
  >;
  const run = methods[method];
  if (run === undefined) throw new Error(`The wallet has no ${feature}.`);
  return await run.call(methods);
}
