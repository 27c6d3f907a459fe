import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { readKeypair, SettingError } from '@staking-agent/mcp/local';
import { type BytesSigner, fromKeypairBytes } from '@staking-agent/sdk';
import { UsageError } from './exit-code.ts';

/** Who signs, as the command line names it. */
export type SignerOptions = {
  /** A file, or `-` for standard input. */
  readonly keypair?: string;
  /** A command line that reads a transaction in base64 and prints it signed. */
  readonly signerCommand?: string;
  /** The wallet of the command; no command tells it. */
  readonly wallet?: string;
};

/**
 * Reads the signer; undefined when neither a key nor a command is named.
 *
 * @param input - standard input, where the key may come from.
 * @throws {UsageError}
 */
export async function readSigner(
  { keypair, signerCommand, wallet }: SignerOptions,
  input: NodeJS.ReadableStream,
): Promise<BytesSigner | undefined> {
  if (keypair !== undefined && signerCommand !== undefined)
    throw new UsageError('Give --keypair or --signer-command, not both.');
  if (signerCommand !== undefined) {
    if (wallet === undefined)
      throw new UsageError('--signer-command needs --wallet: the address it signs for.');
    return { address: wallet, signBytes: (transaction) => runSigner(signerCommand, transaction) };
  }
  if (keypair === undefined) return undefined;
  const signer = keypair === '-' ? await readPiped(input) : await readFile(keypair);
  if (wallet !== undefined && wallet !== signer.address)
    throw new UsageError(`--wallet is ${wallet}, and the key is that of ${signer.address}.`);
  return signer;
}

async function readFile(path: string): Promise<BytesSigner> {
  return await readKeypair(path, '--keypair').catch((error: unknown) => {
    if (error instanceof SettingError) throw new UsageError(error.message);
    throw error;
  });
}

async function readPiped(input: NodeJS.ReadableStream): Promise<BytesSigner> {
  try {
    return await fromKeypairBytes(JSON.parse(await text(input)) as number[]);
  } catch {
    throw new UsageError('--keypair -: standard input holds no key pair, as solana-keygen writes it.');
  }
}

/** Passes the transaction to the command on standard input, so that it does not show in process lists. */
async function runSigner(command: string, transaction: Uint8Array): Promise<Uint8Array> {
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${Buffer.from(transaction).toString('base64')}\n`);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const printed = await text(child.stdout);
  if ((await ended) !== 0) throw new Error('The signer command failed.');
  return Buffer.from(printed.trim(), 'base64');
}
