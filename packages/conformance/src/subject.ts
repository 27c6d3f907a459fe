import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  type Evidence,
  encodeBase58,
  type LedgerAccount,
  parseDeployment,
  readTransaction,
  type VerifyDeployment,
} from '@staking-agent/verify';
import { BASE_PATH } from '@staking-agent/wire';
import mainnet from '../../../deployments/mainnet.json' with { type: 'json' };
import sandbox from '../../../deployments/sandbox.json' with { type: 'json' };
import { type Client, createClient, type Exchange, memberAt, Skipped } from './client.ts';

/** Where wallets with something in them come from. */
export type Funds = {
  /** A wallet with 20 SOL and 100 USDC of the sandbox, or the one of the caller, whatever it holds. */
  makeWallet(): Promise<Wallet>;
  /** Ends the running epoch. Absent where nobody can. */
  readonly endEpoch?: () => Promise<void>;
};

/** A deployment, and the means that the caller of the kit has given to check it. */
export type Subject = {
  /** Scheme and host, without a slash at the end. */
  readonly url: string;
  readonly client: Client;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Exchange>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Exchange>;
  /** The addresses that builds are verified with. @throws {Skipped} where none are known. */
  findDeployment(): Promise<VerifyDeployment>;
  readonly ledger?: Ledger;
  readonly funds?: Funds;
  /** Waits until the deployment's clock has reached a time. Absent where nobody wants to. */
  readonly waitUntil?: (time: Date) => Promise<void>;
};

/** Returns a value that an option must provide. @throws {Skipped} when it is missing. */
export function need<Part>(part: Part | undefined, lacks: string): Part {
  if (part === undefined) throw new Skipped(lacks);
  return part;
}

export type SubjectOptions = {
  /** Where it is; with or without the base path. */
  readonly url: string;
  /** A sandbox that it runs on: its node is asked, and gives wallets their funds. */
  readonly sandbox?: string;
  /** A node of its ledger, where there is no sandbox. */
  readonly rpc?: string;
  /** A wallet that pays for the funded checks, where there is no sandbox. */
  readonly wallet?: Wallet;
  /** The addresses builds are verified with; by default the ones of the name that the deployment gives. */
  readonly deployment?: VerifyDeployment;
  readonly waitUntil?: (time: Date) => Promise<void>;
};

/** Creates the context that the checks run with. */
export function createSubject({ sandbox, wallet, waitUntil, ...options }: SubjectOptions): Subject {
  const url = options.url.replace(/\/+$/, '').replace(new RegExp(`${BASE_PATH}$`), '');
  const client = createClient(url);
  const node = sandbox ?? options.rpc;
  const funds = sandbox === undefined ? wallet && ownFunds(wallet) : sandboxFunds(sandbox);
  let found: Promise<VerifyDeployment> | undefined;
  return {
    url,
    client,
    get: (path, headers = {}) => client.ask(path, { headers }),
    post: (path, body, headers = {}) => client.ask(path, { method: 'POST', body, headers }),
    findDeployment: () => {
      found ??= options.deployment
        ? Promise.resolve(options.deployment)
        : client.ask('/limits').then(findByName);
      return found;
    },
    ...(node !== undefined && { ledger: createLedger(node) }),
    ...(funds && { funds }),
    ...(waitUntil && { waitUntil }),
  };
}

function findByName({ answer }: Exchange): VerifyDeployment {
  const name = memberAt(answer.body, 'network', 'deployment');
  const shipped = findShippedDeployment(String(name));
  if (shipped === undefined)
    throw new Skipped(
      `no addresses are known of the deployment ${String(name)}; give its file with --deployment`,
    );
  return shipped;
}

function ownFunds(wallet: Wallet): Funds {
  return { makeWallet: async () => wallet };
}

function sandboxFunds(url: string): Funds {
  const control = async (path: string, body: object): Promise<void> => {
    const answer = await fetch(`${url}/sandbox/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`/sandbox/${path} answered ${answer.status}: ${await answer.text()}`);
  };
  return {
    async makeWallet() {
      const wallet = makeWallet();
      await control('fund', { wallet: wallet.address, sol: '20', usdc: '100' });
      return wallet;
    },
    endEpoch: () => control('advance-epoch', {}),
  };
}

const FILES: readonly { readonly name: string }[] = [mainnet, sandbox];

/** Finds the addresses of a deployment that the kit ships with; undefined for other names. */
function findShippedDeployment(name: string): VerifyDeployment | undefined {
  const file = FILES.find((each) => each.name === name);
  return file && parseDeployment(file);
}

type Ledger = {
  /** Lamports of an account; 0 where there is none. */
  balance(account: string): Promise<bigint>;
  /** Accounts as evidence of the verifier. */
  readAccounts(addresses: readonly string[]): Promise<Evidence['before']>;
};

/** Reads a ledger by the JSON-RPC of a node. */
function createLedger(url: string): Ledger {
  const call = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const body: unknown = await answer.json();
    const result = memberAt(body, 'result', 'value');
    if (result === undefined) throw new Error(`${method} answered ${answer.status} without a value.`);
    return result;
  };
  return {
    balance: async (account) =>
      BigInt(String(await call('getBalance', [account, { commitment: 'processed' }]))),
    async readAccounts(addresses) {
      const options = { commitment: 'processed', encoding: 'base64' };
      const found = await call('getMultipleAccounts', [addresses, options]);
      return new Map(addresses.map((address, i) => [address, toAccount(memberAt(found, i))]));
    },
  };
}

function toAccount(value: unknown): LedgerAccount | undefined {
  if (value === null || value === undefined) return undefined;
  return {
    lamports: BigInt(String(memberAt(value, 'lamports'))),
    owner: String(memberAt(value, 'owner')),
    data: Uint8Array.from(Buffer.from(String(memberAt(value, 'data', 0)), 'base64')),
  };
}

/** A key pair that signs as a wallet does: its own slot, nothing else touched. */
export type Wallet = {
  /** Base58. */
  readonly address: string;
  /** Signs base64 transaction bytes and returns base64 bytes. */
  sign(transaction: string): string;
};

const SEED_SIZE = 32;
const SIGNATURE_SIZE = 64;
/** PKCS #8 of an Ed25519 key up to its seed. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Makes a wallet that nobody has funded. */
export function makeWallet(): Wallet {
  return toWallet(generateKeyPairSync('ed25519').privateKey);
}

/**
 * Reads the key pair of a wallet from the file format of the Solana command line: a JSON list of 64 bytes.
 *
 * @throws {TypeError} for anything else. The message holds nothing of the file.
 */
export function readWallet(file: string): Wallet {
  const bytes = parseBytes(file);
  if (bytes === undefined) throw new TypeError('The key pair must be a JSON list of 64 bytes.');
  const der = Buffer.concat([PKCS8_HEAD, bytes.subarray(0, SEED_SIZE)]);
  const wallet = toWallet(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
  if (wallet.address !== encodeBase58(bytes.subarray(SEED_SIZE)))
    throw new TypeError('The two halves of the key pair do not belong together.');
  return wallet;
}

function parseBytes(file: string): Uint8Array | undefined {
  try {
    const list: unknown = JSON.parse(file);
    const isBytes = Array.isArray(list) && list.length === 64 && list.every((each) => each === (each & 255));
    return isBytes ? Uint8Array.from(list) : undefined;
  } catch {
    return undefined;
  }
}

function toWallet(key: KeyObject): Wallet {
  const { d = '' } = key.export({ format: 'jwk' });
  const publicKey = publicKeyOf(key);
  const address = encodeBase58(publicKey);
  if (d === '') throw new TypeError('The key pair has no private half.');
  return {
    address,
    sign(transaction) {
      const bytes = Buffer.from(transaction, 'base64');
      const { message, messageBytes } = readTransaction(Uint8Array.from(bytes));
      const slot = message.keys.slice(0, message.signerCount).findIndex((each) => publicKey.equals(each));
      if (slot < 0) throw new TypeError(`${address} is no signer of the transaction.`);
      // Up to version 0 the signatures stand in front of the message, behind one byte with their number.
      bytes.set(
        sign(null, messageBytes, key),
        bytes.length - messageBytes.length - SIGNATURE_SIZE * (message.signerCount - slot),
      );
      return bytes.toString('base64');
    },
  };
}

function publicKeyOf(key: KeyObject): Buffer {
  const { x = '' } = key.export({ format: 'jwk' });
  return Buffer.from(x, 'base64url');
}
