import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  generateKeyPair,
  getAddressFromPublicKey,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  partiallySignTransaction,
} from '@solana/kit';
import { type Service, startService } from '@staking-agent/api';
import { parseDeployment } from '@staking-agent/chain/deployment';
import { type Sandbox, startSandbox } from '@staking-agent/sandbox';
import { request } from 'undici';
import deploymentFile from '../deployments/sandbox.json' with { type: 'json' };

/** Where the test deployment's addresses are. */
export const DEPLOYMENT_PATH = join(import.meta.dirname, '../deployments/sandbox.json');

/** The addresses the sandbox is seeded at. */
export const DEPLOYMENT = parseDeployment(deploymentFile);

/** An answer as it came over the socket. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape, then validate them.
  readonly body: any;
};

/** Where a world registers how it is stopped: a test's context, or a file's hooks. */
export type Cleanup = { after(stop: () => Promise<void>): void };

/** A service on a sandbox of its own, both on free ports. */
export type World = {
  readonly sandbox: Sandbox;
  readonly service: Service;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
};

/**
 * Starts a sandbox and a service on it, and stops both after the test.
 *
 * @param environment - variables on top of those that point at the sandbox.
 * @param clock - the service's wall clock; the system's unless given.
 */
export async function startWorld(
  t: Cleanup,
  environment: Record<string, string> = {},
  clock: { now(): number } = Date,
): Promise<World> {
  const sandbox = await startSandbox({ deployment: DEPLOYMENT, port: 0 });
  t.after(() => sandbox.close());
  const dataDirectory = mkdtempSync(join(tmpdir(), 'staking-agent-'));
  const service = await startService(
    {
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDirectory,
      SHUTDOWN_SECONDS: '0',
      DEPLOYMENT: DEPLOYMENT_PATH,
      LEDGER_RPC_URLS: sandbox.url,
      ...environment,
    },
    clock,
  );
  t.after(async () => {
    await service.close();
    rmSync(dataDirectory, { recursive: true });
  });
  const base = `${service.url}/api/v1`;
  return {
    sandbox,
    service,
    get: (path, headers = {}) => send('GET', `${base}${path}`, undefined, headers),
    post: (path, body, headers = {}) =>
      send('POST', `${base}${path}`, typeof body === 'string' ? body : JSON.stringify(body), {
        'content-type': 'application/json',
        ...headers,
      }),
  };
}

/** Sends one HTTP request and reads the answer, JSON or not. */
export async function send(
  method: string,
  url: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await request(url, {
    method: method as 'GET',
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.body.text();
  return { status: answer.statusCode, headers: answer.headers, text, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A key pair of a user. */
export type Wallet = { readonly address: string; sign(transaction: string): Promise<string> };

/** Makes a key that signs as a wallet does: its own slot, nothing else touched. */
export async function createWallet(): Promise<Wallet> {
  const keyPair = await generateKeyPair();
  return {
    address: await getAddressFromPublicKey(keyPair.publicKey),
    async sign(transaction) {
      const decoded = getTransactionDecoder().decode(getBase64Encoder().encode(transaction));
      return getBase64EncodedWireTransaction(await partiallySignTransaction([keyPair], decoded));
    },
  };
}

/** Makes a wallet that holds SOL. */
export async function createFundedWallet(world: Pick<World, 'sandbox'>, sol: string): Promise<Wallet> {
  const wallet = await createWallet();
  const answer = await send(
    'POST',
    `${world.sandbox.url}/sandbox/fund`,
    JSON.stringify({ wallet: wallet.address, sol }),
    {
      'content-type': 'application/json',
    },
  );
  if (answer.status !== 200) throw new Error(`The faucet answered ${answer.status}: ${answer.text}`);
  return wallet;
}

/** Moves the sandbox to a later epoch. */
export async function advanceEpochs({ sandbox }: Pick<World, 'sandbox'>, epochs: number): Promise<void> {
  const answer = await send('POST', `${sandbox.url}/sandbox/advance-epoch`, JSON.stringify({ epochs }), {
    'content-type': 'application/json',
  });
  if (answer.status !== 200) throw new Error(`The epoch clock answered ${answer.status}: ${answer.text}`);
}
