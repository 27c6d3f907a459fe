import { parseArgs } from 'node:util';
import { GROUPS, type Group, LEVELS, type Level } from './check.ts';
import { FORMATS, type Format } from './formats/index.ts';

/** What the command line says. */
export type Options = {
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
  /** Whether checks may wait for minutes. */
  readonly isPatient: boolean;
};

/** The command line cannot be read; the message says why. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** How the command is used. */
export const USAGE = `staking-conformance --url URL [options]

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
export function parseOptions(args: readonly string[]): Options | 'help' {
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
