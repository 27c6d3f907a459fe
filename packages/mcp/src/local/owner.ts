import { generateKeyPairSync, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ASSET_DECIMALS, formatAmount } from '@staking-agent/wire';
import { clean } from '../result.ts';
import type { Attempts } from './attempts.ts';
import { type AgentPolicy, CAPPED_ASSETS, type Caps, parsePolicy } from './policy.ts';
import { readKeypair, SettingError } from './settings.ts';

/** The terminal of the owner. A pipe is not one, because an agent can write into it. */
export type Terminal = {
  readonly isTerminal: boolean;
  say(text: string): void;
  /** Asks for a secret and does not show it. */
  askSecret(question: string): Promise<string>;
};

/** Opens the terminal of this process. */
export function openTerminal(): Terminal {
  const { stdin, stdout } = process;
  return {
    isTerminal: stdin.isTTY === true && stdout.isTTY === true,
    say: (text) => void stdout.write(text),
    async askSecret(question) {
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
      const reader = createInterface({ input: stdin, output: silent, terminal: true });
      // The terminal repeats no letter from here on; asked sooner, it showed what is typed at once.
      stdout.write(question);
      try {
        return await reader.question('');
      } finally {
        reader.close();
        stdout.write('\n');
      }
    },
  };
}

/** Characters of the shortest secret. */
const LEAST_SECRET = 8;

/**
 * Approves what the policy asks the owner for, in a terminal and with the owner's secret.
 *
 * @param id - of the refusal; without one, what waits for approval is listed.
 * @throws {SettingError} where there is no terminal, no secret, a wrong one, or no such call.
 */
export async function approve(attempts: Attempts, terminal: Terminal, id: string | undefined): Promise<void> {
  assertTerminal(terminal);
  if (id === undefined) {
    const waiting = attempts.listWaiting();
    terminal.say(
      waiting.map(({ key, description }) => `${key}  ${clean(description)}\n`).join('') || 'Nothing waits.\n',
    );
    return;
  }
  const description = attempts.listWaiting().find(({ key }) => key === id)?.description;
  if (description === undefined) throw new SettingError(`No call asked to approve ${id}.`);
  terminal.say(`${clean(description)}\n`);
  await assertOwner(attempts, terminal);
  attempts.approve(id);
  terminal.say('Approved, for one signature within 24 hours.\n');
}

/**
 * Sets up a machine for an agent: the owner's secret, a key file and a policy file, readable by their owner only. Files that
 * exist are kept.
 *
 * @throws {SettingError} where there is no terminal, or an earlier secret is not known.
 */
export async function initialize(attempts: Attempts, terminal: Terminal, directory: string): Promise<void> {
  assertTerminal(terminal);
  if (attempts.readSecret() !== undefined) await assertOwner(attempts, terminal);
  const secret = await terminal.askSecret(`A new secret, at least ${LEAST_SECRET} characters: `);
  if (secret.length < LEAST_SECRET) throw new SettingError('The secret is too short.');
  if ((await terminal.askSecret('The same again: ')) !== secret)
    throw new SettingError('These are two secrets. Nothing was changed.');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const keyPath = join(directory, 'key.json');
  const policyPath = join(directory, 'policy.json');
  if (!existsSync(keyPath)) writePrivate(keyPath, JSON.stringify(generateKey()));
  const { address } = await readKeypair(keyPath, keyPath);
  if (!existsSync(policyPath))
    writePrivate(policyPath, `${JSON.stringify(createPolicy(address), undefined, 2)}\n`);
  const policy = parsePolicy(readFileSync(policyPath, 'utf8'));
  attempts.setSecret(hash(secret, randomBytes(16)));
  terminal.say(
    [
      `The agent signs for the wallet ${address} (${keyPath}). Send there what it may use.`,
      ...describePolicy(policy),
      `Change this in ${policyPath}. Give the agent:`,
      JSON.stringify({ STAKING_KEYPAIR: keyPath, STAKING_POLICY: policyPath }, undefined, 2),
      '',
    ].join('\n'),
  );
}

/** Says in words what a policy allows, a line for each rule. */
export function describePolicy(policy: AgentPolicy): readonly string[] {
  const { strategies, perTransaction, perDay, confirmAbove, exitLossBps, dryRun } = policy;
  if (dryRun) return ['It signs nothing: dryRun is true.'];
  const caps = (words: string, limits: Caps) =>
    CAPPED_ASSETS.map((asset) => {
      const cap = limits[asset];
      return cap === undefined
        ? `${asset} ${words}: no limit.`
        : `${asset} ${words}: ${formatAmount(cap, ASSET_DECIMALS[asset])}.`;
    });
  return [
    `It may stake into ${strategies.join(', ') || 'no strategy'}.`,
    ...caps('in one stake', perTransaction),
    ...caps('in 24 hours, with fees and rents', perDay),
    ...caps('in one stake without asking you', confirmAbove),
    `An instant exit may lose ${exitLossBps / 100} % against the value of the pool.`,
  ];
}

function assertTerminal({ isTerminal }: Terminal): void {
  if (isTerminal) return;
  throw new SettingError('This needs a terminal: a person types the secret, no program and no pipe.');
}

async function assertOwner(attempts: Attempts, terminal: Terminal): Promise<void> {
  const kept = attempts.readSecret();
  if (kept === undefined) throw new SettingError('No secret is set. Set one with: staking-agent-mcp init');
  const [salt = ''] = kept.split(':');
  const given = hash(await terminal.askSecret('Your secret: '), Buffer.from(salt, 'base64'));
  const isSame = timingSafeEqual(Buffer.from(given), Buffer.from(kept));
  if (!isSame) throw new SettingError('This is not the secret.');
}

/** Hashes a secret with scrypt at Node's defaults. Returns salt and hash in base64. */
function hash(secret: string, salt: Buffer): string {
  return `${salt.toString('base64')}:${scryptSync(secret, salt, 32).toString('base64')}`;
}

function writePrivate(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
}

/** Generates a key as `solana-keygen` writes it: 32 bytes of the secret key, then 32 of the public key. */
function generateKey(): readonly number[] {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return [...Buffer.from(d, 'base64url'), ...Buffer.from(x, 'base64url')];
}

/** A policy to begin with. */
function createPolicy(wallet: string): object {
  return {
    wallets: [wallet],
    strategies: ['sol-native-stake', 'sol-liquid-stake', 'usdc-earn'],
    perTransaction: { SOL: '1', USDC: '100' },
    perDay: { SOL: '5', USDC: '500' },
    confirmAbove: { SOL: '0.5', USDC: '50' },
    exitLossBps: 300,
    exitsAlwaysAllowed: true,
    require: 'bounded',
  };
}
