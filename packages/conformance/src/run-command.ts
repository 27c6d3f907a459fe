import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseDeployment } from '@staking-agent/sdk/deployments';
import { GROUPS, type Group, LEVELS, type Level } from './check.ts';
import { countOutcomes, FORMATS, type Format, printReport, run } from './report.ts';
import { createSubject, readWallet, type Subject } from './subject.ts';

export type Ended = { readonly exitCode: 0 | 1 | 2; readonly stdout: string; readonly stderr: string };

/** A clock of another machine is a little off. */
const MARGIN_MILLISECONDS = 2_000;

/** Runs the command with its arguments. */
export async function runCommand(args: readonly string[]): Promise<Ended> {
  try {
    const options = parseOptions(args);
    if (options === 'help') return { exitCode: 0, stdout: USAGE, stderr: '' };
    return await runOptions(options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const usage = error instanceof UsageError ? `\n\n${USAGE}` : '\n';
    return { exitCode: 2, stdout: '', stderr: `${reason}${usage}` };
  }
}

async function runOptions(options: Options): Promise<Ended> {
  const subject = await makeSubject(options);
  // Of a deployment that nobody reaches there is nothing to report.
  await subject.get('/health');
  const { level, format, only } = options;
  const results = await run(subject, { level, ...(only && { only }) });
  const stdout = printReport({ url: subject.url, level, results }, format);
  return { exitCode: countOutcomes(results).failed > 0 ? 1 : 0, stdout, stderr: '' };
}

async function makeSubject(options: Options): Promise<Subject> {
  const { url, sandbox, rpc, keypair, deployment, isPatient } = options;
  return createSubject({
    url,
    ...(sandbox && { sandbox }),
    ...(rpc && { rpc }),
    ...(keypair && { wallet: await readWallet(readFileSync(keypair, 'utf8')) }),
    ...(deployment && { deployment: parseDeployment(JSON.parse(readFileSync(deployment, 'utf8'))) }),
    ...(isPatient && { waitUntil: sleepUntil }),
  });
}

function sleepUntil(time: Date): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, time.getTime() - Date.now()) + MARGIN_MILLISECONDS);
  });
}

type Options = {
  readonly url: string;
  readonly level: Level;
  readonly format: Format;
  readonly only?: Group;
  readonly sandbox?: string;
  readonly rpc?: string;
  /** Path of a key pair in the file format of the Solana command line. */
  readonly keypair?: string;
  /** Path of a file of addresses. */
  readonly deployment?: string;
  /** True if checks may wait for minutes. */
  readonly isPatient: boolean;
};

/** The command line cannot be read; the message says why. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** How the command is used. */
const USAGE = `staking-conformance --url URL [options]

Checks a deployment of the staking API against the contract.

  --url URL          where it is, such as https://stake.example
  --level LEVEL      read: reads and /quote alone. build: builds and broadcasts that are refused.
                     funded: lands transactions. By default funded with --sandbox, else read.
  --sandbox URL      the sandbox that it runs on: gives wallets their funds and ends epochs
  --keypair FILE     a wallet that pays for the funded checks: a JSON list of 64 bytes.
                     It needs 12 SOL and 15 USDC; some of it stays staked.
  --rpc URL          a node of its ledger, where there is no sandbox
  --deployment FILE  the addresses that builds are verified with, as in deployments/;
                     by default those of mainnet or the sandbox, whichever it names
  --format FORMAT    ${FORMATS.join(', ')}
  --only GROUP       ${GROUPS.join(', ')}
  --patient          waits until a token expires, which takes two minutes

Exit code: 0 when nothing failed, 1 when something did, 2 when nothing could be checked.
`;

const TEXT = { type: 'string' } as const;

/** @throws {UsageError} for anything that the command does not know. */
function parseOptions(args: readonly string[]): Options | 'help' {
  const values = parseValues(args);
  if (values.help) return 'help';
  const { url, sandbox, rpc, keypair, deployment, only } = values;
  if (url === undefined) throw new UsageError('--url is missing.');
  if (sandbox !== undefined && keypair !== undefined)
    throw new UsageError('--sandbox and --keypair exclude each other.');
  for (const [name, text] of Object.entries({ url, sandbox, rpc })) requireUrl(name, text);
  const level = oneOf('level', LEVELS, values.level ?? (sandbox === undefined ? 'read' : 'funded'));
  return {
    url,
    level,
    format: oneOf('format', FORMATS, values.format ?? 'tap'),
    isPatient: values.patient ?? false,
    ...(only !== undefined && { only: oneOf('only', GROUPS, only) }),
    ...(sandbox !== undefined && { sandbox: sandbox.replace(/\/+$/, '') }),
    ...(rpc !== undefined && { rpc }),
    ...(keypair !== undefined && { keypair }),
    ...(deployment !== undefined && { deployment }),
  };
}

function parseValues(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        url: TEXT,
        level: TEXT,
        sandbox: TEXT,
        keypair: TEXT,
        rpc: TEXT,
        deployment: TEXT,
        format: TEXT,
        only: TEXT,
        patient: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function requireUrl(name: string, text: string | undefined): void {
  if (text !== undefined && !/^https?:\/\/[^/]/.test(text))
    throw new UsageError(`--${name} must begin with http:// or https://.`);
}

function oneOf<const Word extends string>(name: string, words: readonly Word[], text: string): Word {
  const found = words.find((word) => word === text);
  if (found === undefined) throw new UsageError(`--${name} must be one of: ${words.join(', ')}.`);
  return found;
}
