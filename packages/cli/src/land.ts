import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import {
  callChecked,
  createSignAndSubmit,
  openAttempts,
  printFault,
  Refusal,
  readKeypair,
  readPolicy,
  readStatePath,
  signOnce,
} from '@staking-agent/mcp/local';
import { type BytesSigner, fromKeypairBytes, isStakingError, StakingError } from '@staking-agent/sdk';
import { type Checked, LEVELS } from '@staking-agent/sdk/verify';
import type { Connection } from './connection.ts';
import { EXIT, isUsage, type Session, toExitCode, UsageError } from './session.ts';
import type { BuildVerb } from './verbs.ts';

/** How a build is landed. */
export type LandOptions = {
  /** A policy file. */
  readonly policy?: string;
  /** True if real money may move. */
  readonly yes?: true;
  /** A word that tells the command from an equal one that has landed within 24 hours. */
  readonly attempt?: string;
  /** True if a build is signed whose receipt warns that it would fail. */
  readonly force?: true;
  /** The least proof; of a policy it counts where it is stricter. */
  readonly require?: Checked['level'];
};

/**
 * Builds and verifies a transaction that is signed elsewhere.
 *
 * @throws {StakingError} kind `verification` where it should not be signed.
 * @throws {Refusal} by the policy.
 */
export async function buildOnly(
  { client, deployment, rpc }: Connection,
  { name }: BuildVerb,
  request: Readonly<Record<string, unknown>>,
  options: LandOptions,
): Promise<object> {
  const policy = readGiven(options);
  const require = findStrictest(options.require, policy?.require);
  const terms = { client, verify: { deployment, rpc }, policy, require };
  return await callChecked(terms, `build_${name}`, request);
}

/**
 * Builds, verifies, signs, sends, and waits until it has landed. What the receipt warns of is printed before the signature. The
 * same command within 24 hours goes on with the same transaction.
 *
 * @throws {StakingError}
 * @throws {Refusal} by the policy.
 * @throws {UsageError} where real money would move and `--yes` is missing.
 */
export async function landNow(
  connection: Connection,
  { name }: BuildVerb,
  request: Readonly<Record<string, unknown>>,
  signer: BytesSigner,
  options: LandOptions,
  { env, warn, hearSignals }: Session,
): Promise<{ readonly status?: unknown }> {
  if (connection.deployment !== 'sandbox' && options.yes === undefined) {
    throw new UsageError('This moves real money. Give --yes, or --dry-run to see what it would do.');
  }
  const { wallet: _, ...args } = request;
  const tool = `build_${name}` as const;
  const { attempt, require, force = false } = options;
  const signal = hearSignals();
  const attempts = openAttempts(readStatePath(env));
  const signatory = { ...connection, signer, attempts, warn };
  try {
    const policy = readGiven(options);
    if (policy === undefined) {
      const terms = {
        policy,
        spend: undefined,
        require: require ?? 'bounded',
        acceptWarnings: force,
        signal,
      };
      return explainRepeat(await signOnce(signatory, { tool, args, attempt }, terms));
    }
    // No form: the owner approves with the secret, in a terminal.
    const caller = { canAsk: false, answer: () => undefined, signal };
    const { run } = createSignAndSubmit(signatory, {
      ...policy,
      require: findStrictest(require, policy.require) ?? 'exact',
    });
    return explainRepeat(await run({ tool, arguments: args, attempt }, caller));
  } finally {
    attempts.close();
  }
}

function readGiven({ policy }: LandOptions) {
  return policy === undefined ? undefined : readPolicy(policy, `--policy ${policy}`);
}

/** Returns the furthest of the proofs that are asked for. */
function findStrictest(...asked: readonly LandOptions['require'][]): LandOptions['require'] {
  return LEVELS.find((level) => asked.includes(level));
}

/** Adds to the answer of a repeat how to do the same once more on purpose, or how to go on. */
function explainRepeat(result: object): { readonly status?: unknown; readonly note?: string } {
  const { isRepeat, status }: { readonly isRepeat?: unknown; readonly status?: unknown } = result;
  if (isRepeat !== true) return result;
  const note =
    status === 'landed'
      ? 'The same command landed within 24 hours. --attempt with another word does it once more.'
      : 'The same command was signed within 24 hours, and is not known to have landed. The same again goes on with it.';
  return { ...result, note };
}

/**
 * Describes a failure as JSON for programs.
 *
 * @param argv - of the command: what goes on asks the same service and node. Their URLs, which may hold a key, are not repeated.
 */
export function describeFailure(error: unknown, argv: readonly string[]): object {
  if (!(error instanceof Refusal) && !isStakingError(error))
    return {
      code: isUsage(error) ? 'USAGE' : 'FAILED',
      detail: error instanceof Error ? error.message : String(error),
    };
  const place =
    argv[0] === 'sandbox'
      ? '--sandbox or STAKING_SANDBOX_URL says where the sandbox is.'
      : '--url or STAKING_URL says where the service is.';
  const told: Readonly<Record<string, unknown>> = {
    ...printFault(error),
    ...(isStakingError(error, 'CONNECTION_FAILED') && {
      detail: `${error.message} ${place}`,
    }),
  };
  if (toExitCode(error) !== EXIT.unknown || told['signature'] === undefined) return told;
  const places = ['--url', '--rpc'].filter((name) =>
    argv.some((word) => word === name || word.startsWith(`${name}=`)),
  );
  // A command that is copied as it stands is refused, and asks no other service.
  const command = [
    'staking-agent',
    'status',
    told['signature'],
    '--wait 30',
    ...places.map((name) => `${name} URL`),
  ];
  const same = places.length > 0 ? `, with ${places.join(' and ')} as before` : '';
  return {
    ...told,
    goOn: `${command.join(' ')}${same}, or the same command again: it continues with this transaction`,
  };
}

/** The signer, as the command line names it. */
export type SignerOptions = {
  /** A file, or `-` for standard input. */
  readonly keypair?: string;
  /** A command line that reads a transaction in base64 and prints it signed. */
  readonly signerCommand?: string;
  /** The wallet of the command; no command tells it. */
  readonly wallet?: string;
};

/**
 * Reads the signer; undefined when neither a key nor a command is named. A key may come from standard input.
 *
 * @throws {UsageError}
 * @throws {SettingError} for a file without a key.
 */
export async function readSigner(
  { keypair, signerCommand, wallet }: SignerOptions,
  { input, hearSignals }: Session,
): Promise<BytesSigner | undefined> {
  if (keypair !== undefined && signerCommand !== undefined)
    throw new UsageError('Give --keypair or --signer-command, not both.');
  if (signerCommand !== undefined) {
    if (wallet === undefined)
      throw new UsageError('--signer-command needs --wallet: the address it signs for.');
    return {
      address: wallet,
      signBytes: (transaction) => runSigner(signerCommand, transaction, hearSignals()),
    };
  }
  if (keypair === undefined) return undefined;
  const signer = keypair === '-' ? await readPiped(input) : await readKeypair(keypair, '--keypair');
  if (wallet !== undefined && wallet !== signer.address)
    throw new UsageError(`--wallet is ${wallet}, and the key is that of ${signer.address}.`);
  return signer;
}

async function readPiped(input: NodeJS.ReadableStream): Promise<BytesSigner> {
  try {
    return await fromKeypairBytes(JSON.parse(await text(input)) as number[]);
  } catch {
    throw new UsageError('--keypair -: standard input holds no key pair, as solana-keygen writes it.');
  }
}

/**
 * Passes the transaction to the command on standard input, so that it does not show in process lists.
 *
 * @throws {StakingError} `ABORTED` where a signal stops it; the command is ended then.
 */
async function runSigner(
  command: string,
  transaction: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const stopped = () =>
    new StakingError('The call was stopped.', { kind: 'transport', code: 'ABORTED', retryable: false });
  if (signal?.aborted) throw stopped();
  const child = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${Buffer.from(transaction).toString('base64')}\n`);
  signal?.addEventListener('abort', () => {
    child.kill();
    // What the command has started may hold the pipe open.
    child.stdout.destroy();
    child.unref();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const printed = await text(child.stdout).catch(() => '');
  if (signal?.aborted) throw stopped();
  if ((await ended) !== 0) throw new Error('The signer command failed.');
  return Buffer.from(printed.trim(), 'base64');
}
