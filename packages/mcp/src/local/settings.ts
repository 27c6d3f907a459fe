import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type BytesSigner, fromKeypairBytes, type Signer } from '@staking-agent/sdk';
import {
  type Deployment,
  type DeploymentName,
  mainnet,
  parseDeployment,
  sandbox,
} from '@staking-agent/sdk/deployments';
import { type AgentPolicy, type Mints, parsePolicy } from './policy.ts';

/** The mint of wrapped SOL, which stands for SOL in what a proof says. */
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';

/** The mints by which a proof names SOL and USDC. */
export function readMints(deployment: Settings['deployment']): Mints {
  return { SOL: WRAPPED_SOL, USDC: findAddresses(deployment).usdcMint };
}

/** Returns the addresses of a deployment, which its name stands for. */
export function findAddresses(deployment: Settings['deployment']): Deployment {
  return typeof deployment === 'string' ? { mainnet, sandbox }[deployment] : deployment;
}

/** How the server is set up, by its environment alone. */
export type Settings = {
  readonly url: string;
  readonly deployment: DeploymentName | Deployment;
  readonly rpc: string | undefined;
  readonly partnerKey: string | undefined;
  readonly policy: AgentPolicy | undefined;
  readonly signer: Signer | undefined;
  /** The file of the journal. */
  readonly statePath: string;
};

/** A variable that cannot be used. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

const OTHERS_MAY_READ = 0o077;
/** The group may write where each user has a group of its own, which is the default of most systems. */
const ANYONE_MAY_WRITE = 0o002;

/**
 * Reads the settings from variables; the key and the policy from the files that they name.
 *
 * @throws {SettingError} naming the variable and what would be right.
 */
export async function readSettings(env: Readonly<Record<string, string | undefined>>): Promise<Settings> {
  const policyPath = env['STAKING_POLICY'];
  const keypairPath = env['STAKING_KEYPAIR'];
  if (keypairPath !== undefined && policyPath === undefined) {
    throw new SettingError(
      'STAKING_KEYPAIR lets an agent sign: STAKING_POLICY must say within which limits.',
    );
  }
  const rpc = env['STAKING_RPC_URL'];
  return {
    url: readUrl(env['STAKING_URL'] ?? 'http://127.0.0.1:3000', 'STAKING_URL'),
    deployment: readDeployment(env['STAKING_DEPLOYMENT'] ?? 'mainnet', 'STAKING_DEPLOYMENT'),
    rpc: rpc === undefined ? undefined : readUrl(rpc, 'STAKING_RPC_URL'),
    partnerKey: env['STAKING_PARTNER_KEY'],
    policy: policyPath === undefined ? undefined : readPolicy(policyPath, 'STAKING_POLICY'),
    signer: keypairPath === undefined ? undefined : await readKeypair(keypairPath),
    statePath: readStatePath(env),
  };
}

/** Returns the path of the journal of signed calls; creates its folder, readable by its owner only, when it is missing. */
export function readStatePath(env: Readonly<Record<string, string | undefined>>): string {
  const states = env['XDG_STATE_HOME'] ?? join(homedir(), '.local', 'state');
  const path = env['STAKING_STATE'] ?? join(states, 'staking-agent', 'journal.db');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return path;
}

/** Returns the folder of key and policy that `init` writes. */
export function readConfigPath(env: Readonly<Record<string, string | undefined>>): string {
  return join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'staking-agent');
}

/** Requires a URL of HTTP. @throws {SettingError} with the name of the setting, and not the text, which may hold a key. */
export function readUrl(text: string, name: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new SettingError(`${name}: a URL begins with https:// or http://.`);
  return text;
}

/** Reads a deployment by its name, or from a file. @throws {SettingError} with the name of the setting. */
export function readDeployment(text: string, name: string): DeploymentName | Deployment {
  if (text === 'mainnet' || text === 'sandbox') return text;
  return within(`${name} must be mainnet, sandbox or a file`, () => parseDeployment(readJson(text)));
}

/** Reads the policy of a file that not everybody may change. @throws {SettingError} with the name of the setting. */
export function readPolicy(path: string, name: string): AgentPolicy {
  return within(name, () => {
    if ((statSync(path).mode & ANYONE_MAY_WRITE) !== 0)
      throw new Error('anyone may change the file; run chmod 600');
    return parsePolicy(readFileSync(path, 'utf8'));
  });
}

/**
 * Reads the key pair of a file, as `solana-keygen` writes it, which nobody but its owner may read.
 *
 * @param name - by which a fault is reported.
 * @throws {SettingError}
 */
export async function readKeypair(path: string, name = 'STAKING_KEYPAIR'): Promise<BytesSigner> {
  const bytes = within(name, () => {
    if ((statSync(path).mode & OTHERS_MAY_READ) !== 0)
      throw new Error('others may read the file; run chmod 600');
    const value = readJson(path);
    if (!Array.isArray(value)) throw new Error('it is no list of 64 bytes, as solana-keygen writes it');
    return value.map(Number);
  });
  return await fromKeypairBytes(bytes).catch(() => {
    throw new SettingError(`${name}: the file holds no key pair, as solana-keygen writes it.`);
  });
}

/** Parses a file. @throws {Error} that shows none of it, as the parser's would: it may be a key. */
function readJson(path: string): unknown {
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the file is no JSON');
  }
}

function within<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new SettingError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
