import { generateKeyPairSync } from 'node:crypto';
import { type BytesSigner, fromKeypairBytes } from '@staking-agent/sdk';
import { type Deployment, mainnet, sandbox } from '@staking-agent/sdk/deployments';
import { callNode } from '@staking-agent/sdk/verify';
import { encodeBase58 } from '@staking-agent/verify';
import { BASE_PATH } from '@staking-agent/wire';
import { type Client, createClient, type Exchange, memberAt, Skipped } from './client.ts';

/** Where wallets with something in them come from. */
export type Funds = {
  /** A wallet with 20 SOL and 100 USDC of the sandbox, or the one of the caller, whatever it holds. */
  makeWallet(): Promise<BytesSigner>;
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
  findDeployment(): Promise<Deployment>;
  /** A node of its ledger. */
  readonly rpc?: string;
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
  readonly wallet?: BytesSigner;
  /** The addresses builds are verified with; by default the ones of the name that the deployment gives. */
  readonly deployment?: Deployment;
  readonly waitUntil?: (time: Date) => Promise<void>;
};

/** Creates the context that the checks run with. */
export function createSubject({
  sandbox: control,
  rpc = control,
  wallet,
  waitUntil,
  ...options
}: SubjectOptions): Subject {
  const url = options.url.replace(/\/+$/, '').replace(new RegExp(`${BASE_PATH}$`), '');
  const client = createClient(url);
  const funds = control === undefined ? wallet && ownFunds(wallet) : sandboxFunds(control);
  let found: Promise<Deployment> | undefined;
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
    ...(rpc !== undefined && { rpc }),
    ...(funds && { funds }),
    ...(waitUntil && { waitUntil }),
  };
}

function findByName({ answer }: Exchange): Deployment {
  const name = String(memberAt(answer.body, 'network', 'deployment'));
  const shipped = { mainnet, sandbox }[name];
  if (shipped === undefined)
    throw new Skipped(`no addresses are known of the deployment ${name}; give its file with --deployment`);
  return shipped;
}

function ownFunds(wallet: BytesSigner): Funds {
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
      const wallet = await makeWallet();
      await control('fund', { wallet: wallet.address, sol: '20', usdc: '100' });
      return wallet;
    },
    endEpoch: () => control('advance-epoch', {}),
  };
}

/** Reads the lamports of an account; 0 where there is none. */
export async function readBalance(rpc: string, account: string): Promise<bigint> {
  const params = [account, { commitment: 'processed' }];
  const node = { rpc, fetch: fetchPatiently };
  const { value } = await callNode<{ readonly value: unknown }>('getBalance', params, node);
  return BigInt(String(value));
}

/** Asks a node without a deadline: one that is slow breaks no rule of the contract. */
export const fetchPatiently: typeof fetch = (input, init) => fetch(input, { ...init, signal: null });

function makePair(): Buffer {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
}

/** Makes a wallet without funds. */
export function makeWallet(): Promise<BytesSigner> {
  return fromKeypairBytes(makePair());
}

/** Makes the address of such a wallet, where nothing of it is signed. */
export function makeAddress(): string {
  return encodeBase58(makePair().subarray(-32));
}

/** Signs the transaction of a build, in base64. */
export async function signBuild(wallet: BytesSigner, transaction: string): Promise<string> {
  const signed = await wallet.signBytes(Uint8Array.from(Buffer.from(transaction, 'base64')));
  return Buffer.from(signed).toString('base64');
}

/**
 * Reads the key pair of a wallet from the file format of the Solana command line: a JSON list of 64 bytes.
 *
 * @throws {TypeError} for anything else. The message holds nothing of the file.
 */
export async function readWallet(file: string): Promise<BytesSigner> {
  try {
    return await fromKeypairBytes(JSON.parse(file) as number[]);
  } catch {
    throw new TypeError('The key pair must be a JSON list of 64 bytes whose halves belong together.');
  }
}
