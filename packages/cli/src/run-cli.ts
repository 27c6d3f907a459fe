import { clean } from '@staking-agent/mcp/local';
import { StakingError } from '@staking-agent/sdk';
import { watch } from '@staking-agent/sdk/history';
import { LEVELS } from '@staking-agent/sdk/verify';
import { Command, CommanderError, Option } from 'commander';
import manifest from '../package.json' with { type: 'json' };
import {
  addConnectionOptions,
  askService,
  type ConnectionOptions,
  connect,
  examine,
  printTable,
} from './connection.ts';
import { addDocumentCommands } from './documents.ts';
import {
  buildOnly,
  describeFailure,
  type LandOptions,
  landNow,
  readSigner,
  type SignerOptions,
} from './land.ts';
import {
  type Environment,
  EXIT,
  type ExitCode,
  printJson,
  printPlain,
  type Session,
  toExitCode,
  UsageError,
} from './session.ts';
import { addMembers, BUILDS, type BuildVerb, READS, readMembers } from './verbs.ts';

/** Where a command reads and writes. */
type Streams = {
  readonly input: NodeJS.ReadableStream;
  /** Returns what stops a command that signs; where bytes have left, it says how to go on. */
  hearSignals?(): AbortSignal;
  out(text: string): void;
  error(text: string): void;
};

/**
 * Runs one command. It never prompts: a missing argument is a usage error.
 *
 * @param argv - after the name of the program.
 */
export async function runCli(
  argv: readonly string[],
  env: Environment,
  { input, hearSignals, out, error }: Streams,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const session: Session = {
    env,
    input,
    hearSignals: () => hearSignals?.(),
    print: (result, { json }) =>
      out(typeof result === 'string' ? `${clean(result)}\n` : json ? printJson(result) : printPlain(result)),
    warn: (receipt) => {
      const { warnings = [] }: { readonly warnings?: unknown } = Object(receipt);
      for (const { code: word, detail } of [warnings].flat().map(Object))
        error(printPlain({ [`Warning ${word}`]: detail }));
    },
    end: (other) => {
      code = other;
    },
  };
  const program = createProgram(session);
  // Commands inherit both when they are added, so that none writes past the streams.
  program.configureOutput({ writeOut: out, writeErr: error }).exitOverride();
  for (const command of program.commands) command.copyInheritedSettings(program);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (failure) {
    const isJson = argv.includes('--json');
    if (failure instanceof CommanderError) {
      // Its words have gone to standard error.
      if (failure.exitCode === 0) return EXIT.done;
      if (isJson) out(printJson({ code: 'USAGE', detail: failure.message }));
      return EXIT.usage;
    }
    const told = describeFailure(failure, argv);
    if (isJson) out(printJson(told));
    else error(printPlain(told));
    return toExitCode(failure);
  }
}

function createProgram(session: Session): Command {
  const program = new Command('staking-agent')
    .description('Stakes SOL and USDC on Solana. What is not signed here moves nothing.')
    .version(manifest.version);
  for (const verb of READS) {
    const command = addMembers(addConnectionOptions(program.command(verb.name), session.env), verb);
    if (verb.operation === 'walletHistory')
      command.option('--csv', 'prints all rows as a table; --format universal is for tax programs');
    command.action(async (...given: unknown[]) => {
      const [args, options] = readAction<ConnectionOptions & { readonly csv?: true }>(given);
      if (options.csv && options.json) throw new UsageError('Give --csv or --json: a table is no JSON.');
      const request = readMembers(verb, args, options);
      const connection = connect(options, session.env);
      if (options.csv) await printTable(connection, request, (line) => session.print(line, options));
      else session.print(await askService(connection, verb.operation, request), options);
    });
  }
  for (const verb of BUILDS) addBuild(program, verb, session);
  addWatch(program, session);
  addDocumentCommands(program, session);
  addSandboxCommands(program, session);
  addConnectionOptions(program.command('doctor'), session.env)
    .description('Looks whether the deployment is there, is the one that is meant, and can be verified.')
    .action(async (options: ConnectionOptions) => {
      const findings = await examine(connect(options, session.env));
      session.print({ findings }, options);
      if (!findings.every(({ isOk }) => isOk))
        session.end(findings[0]?.isOk ? EXIT.refused : EXIT.unreachable);
    });
  return program;
}

type BuildOptions = ConnectionOptions & SignerOptions & LandOptions & { readonly dryRun?: true };

function addBuild(program: Command, verb: BuildVerb, session: Session): void {
  const command = addConnectionOptions(program.command(verb.name), session.env);
  addMembers(command, verb)
    .option(
      '--keypair <file>',
      'signs with the key of a file, as solana-keygen writes it; - for standard input',
    )
    .option(
      '--signer-command <command>',
      'signs by a command: base64 on its standard input, signed base64 on its output',
    )
    .option('--dry-run', 'builds and verifies, and signs nothing')
    .option('--policy <file>', 'signs within a policy, see docs/agents.md')
    .addOption(
      new Option(
        '--require <level>',
        'the least proof, bounded unless given; with --policy, the stricter one',
      ).choices(LEVELS),
    )
    .option('--attempt <word>', 'another word does once more what has landed within 24 hours')
    .option('--force', 'signs although the receipt warns that it would fail')
    .option('--yes', 'moves real money')
    .action(async (...given: unknown[]) => {
      const [args, options] = readAction<BuildOptions>(given);
      const connection = connect(options, session.env);
      const signer = await readSigner(options, session);
      const request = { ...readMembers(verb, args, options), ...(signer && { wallet: signer.address }) };
      if (signer !== undefined && options.dryRun === undefined) {
        const told = await landNow(connection, verb, request, signer, options, session);
        session.print(told, options);
        // The caller's own node has shown no end of a repeat that is not landed; the service's word is none.
        if (told.status !== 'landed') session.end(EXIT.unknown);
        return;
      }
      if (!('wallet' in request)) throw new UsageError('Give --wallet, or who signs with --keypair.');
      session.print(await buildOnly(connection, verb, request, options), options);
    });
}

const WATCH = { name: 'watch', operation: 'walletHistory', places: ['wallet'] } as const;

/** Adds the command that prints the rows of a wallet as they come, until a signal ends it. */
function addWatch(program: Command, session: Session): void {
  addMembers(addConnectionOptions(program.command(WATCH.name), session.env), WATCH, [
    'limit',
    'cursor',
    'wait',
  ])
    .description(
      'Prints what happens to a wallet as it happens, until it is stopped; --after goes on after a row.',
    )
    .action(async (...given: unknown[]) => {
      const [args, options] = readAction<ConnectionOptions>(given);
      const { client } = connect(options, session.env);
      const signal = session.hearSignals();
      const onAway = ({ code }: StakingError) =>
        session.warn({
          warnings: [{ code, detail: 'Nothing answers now. It goes on once something does.' }],
        });
      const request = { ...readMembers(WATCH, args, options), ...(signal && { signal }), onAway };
      for await (const row of watch(client, request as Parameters<typeof watch>[1]))
        session.print(row, options);
    });
}

/** Splits the arguments of an action of commander: the places, the options, and the command. */
function readAction<Options>(
  given: readonly unknown[],
): readonly [readonly string[], Options & Record<string, unknown>] {
  const [options] = given.slice(-2);
  return [given.slice(0, -2) as string[], options as Options & Record<string, unknown>];
}

const SANDBOX_URL = 'http://127.0.0.1:8899';

/** Adds the commands of the sandbox, which has no real money. */
function addSandboxCommands(program: Command, { env, print }: Session): void {
  const sandbox = program.command('sandbox').description('Makes wallets and lets time pass, in the sandbox.');
  const add = (name: string, description: string) =>
    sandbox
      .command(name)
      .description(description)
      .option(
        '--sandbox <url>',
        'where it is (STAKING_SANDBOX_URL)',
        env['STAKING_SANDBOX_URL'] ?? SANDBOX_URL,
      )
      .option('--json', 'one JSON object on standard output');
  add('wallet', 'Makes a wallet with funds and prints its key, as solana-keygen writes it.')
    .option('--sol <amount>', 'SOL', '10')
    .option('--usdc <amount>', 'USDC')
    .action(async ({ sandbox: url, sol, usdc }: { sandbox: string; sol: string; usdc?: string }) => {
      const { secretKey } = await ask(url, 'wallets', { sol, usdc });
      print(JSON.stringify(secretKey), {});
    });
  add('advance-epoch', 'Lets epochs pass.')
    .argument('[epochs]', 'how many', '1')
    .action(async (epochs: string, options: { sandbox: string; json?: true }) => {
      print(await ask(options.sandbox, 'advance-epoch', { epochs: Number(epochs) }), options);
    });
}

async function ask(url: string, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${url}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  }).catch((cause: unknown) => {
    const facts = { kind: 'transport', code: 'CONNECTION_FAILED', retryable: true } as const;
    throw new StakingError(`No sandbox answers at ${url}.`, facts, cause);
  });
  const result: Readonly<Record<string, unknown>> = Object(await answer.json());
  if (!answer.ok) throw new UsageError(String(result['error'] ?? `The sandbox answered ${answer.status}.`));
  return result;
}
