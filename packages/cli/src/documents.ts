import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describeSent, explainError, findAddresses } from '@staking-agent/mcp/local';
import { type BytesSigner, isStakingError, StakingError } from '@staking-agent/sdk';
import { BUILD_IDS, nameSigned, readSignature, verifyJson } from '@staking-agent/sdk/verify';
import { explainTransaction } from '@staking-agent/verify/explain';
import { OPERATIONS } from '@staking-agent/wire';
import type { Command } from 'commander';
import { addConnectionOptions, type Connection, type ConnectionOptions, connect } from './connection.ts';
import { readSigner, type SignerOptions } from './land.ts';
import { EXIT, type Session, UsageError } from './session.ts';

/** Adds the commands that read the output of other commands: each takes a file, or `-` for standard input. */
export function addDocumentCommands(program: Command, session: Session): void {
  const { env, input, print, warn } = session;
  program
    .command('sign')
    .description(
      'Signs a build, or a transaction in base64; prints what broadcast takes. It does not verify: explain and verify do.',
    )
    .argument('[file]', 'a build', '-')
    .option('--keypair <file>', 'a key as solana-keygen writes it')
    .option('--signer-command <command>', 'a command that signs')
    .option('--wallet <text>', 'the wallet of the command')
    .action(async (file: string, options: SignerOptions) => {
      const signer = await readSigner(options, session);
      if (signer === undefined) throw new UsageError('Give --keypair or --signer-command.');
      const document = await readDocument(file, input);
      warn(Object(document).receipt);
      print(await signDocument(document, signer), { json: true });
    });
  addConnectionOptions(program.command('broadcast'), env)
    .description('Sends what sign printed.')
    .argument('[file]', 'what sign printed', '-')
    .action(async (file: string, options: ConnectionOptions) => {
      const document = await readDocument(file, input);
      print(await send(connect(options, env), await toSigned(document)), options);
    });
  addConnectionOptions(program.command('refresh'), env)
    .description('Makes a build anew that is too old to land.')
    .argument('[file]', 'a build', '-')
    .action(async (file: string, options: ConnectionOptions) => {
      const { transaction, service_token = '' } = readTransaction(await readDocument(file, input));
      print(await connect(options, env).client.refresh({ transaction, service_token }), options);
    });
  addConnectionOptions(program.command('explain'), env)
    .description('Says in words what a transaction does, whoever built it. It asks nobody.')
    .argument('[file]', 'a build, or a transaction in base64', '-')
    .action(async (file: string, options: ConnectionOptions) => {
      const { deployment } = connect(options, env);
      const { transaction } = toBuild(await readDocument(file, input));
      const instructions = explainTransaction(transaction, findAddresses(deployment)).map(
        ({ sentence }) => sentence,
      );
      if (instructions.length === 0) throw new UsageError('This is no transaction.');
      print({ instructions }, options);
    });
  addConnectionOptions(program.command('verify'), env)
    .description('Verifies a build against what was asked: JSON with operation, request and answer.')
    .argument('[file]', 'the JSON', '-')
    .action(async (file: string, options: ConnectionOptions) => {
      const { deployment, rpc } = connect(options, env);
      const { operation, request, answer } = Object(await readDocument(file, input));
      if (!BUILD_IDS.includes(operation))
        throw new UsageError(`operation is one of: ${BUILD_IDS.join(', ')}.`);
      const { level, findings } = await verifyJson(operation, Object(request), Object(answer), {
        deployment,
        rpc,
      });
      print({ level, findings }, options);
      if (findings.length > 0) session.end(EXIT.unverified);
    });
  addErrors(program, session);
}

/** Reads what `sign` prints; no other member of the file leaves this machine. @throws {UsageError} also for an unsigned transaction. */
async function toSigned(document: unknown): Promise<{ readonly signed_tx?: unknown }> {
  const given: Readonly<Record<string, unknown>> = Object(document);
  if ((await nameSigned(given['signed_tx'], undefined)) === undefined)
    throw new UsageError(
      'broadcast takes what sign prints of a build: JSON with signed_tx and service_token.',
    );
  const taken = Object.keys(OPERATIONS.broadcast.body.properties).filter((name) =>
    Object.hasOwn(given, name),
  );
  return Object.fromEntries(taken.map((name) => [name, given[name]]));
}

/** Sends what was signed. @throws {StakingError} with its signature and its outcome, `unknown` unless the service tells it. */
async function send({ client }: Connection, document: { readonly signed_tx?: unknown }): Promise<object> {
  const { signed_tx } = document;
  try {
    const answer = await client.call('broadcast', document as never);
    return { ...answer, signature: await nameSigned(signed_tx, answer.signature) };
  } catch (error) {
    throw isStakingError(error) ? error.with(await describeSent(signed_tx, error)) : error;
  }
}

function addErrors(program: Command, { print }: Session): void {
  program
    .command('errors')
    .description('Says what a code means and what to do.')
    .argument('<code>')
    .option('--json', 'one JSON object on standard output')
    .action((code: string, options: { readonly json?: true }) => {
      const explained = explainError(code);
      if (explained === undefined) throw new UsageError(`There is no code ${code}.`);
      print(explained, options);
    });
}

/** A build, or what is left of one: its transaction, and what is sent with it. */
type BuildDocument = {
  readonly transaction: string;
  readonly service_token?: string;
  readonly route?: string;
  readonly routerKind?: string;
  readonly router_order?: object;
};

/** Reads a file, or standard input for `-`. @throws {UsageError} */
async function readDocument(path: string, input: NodeJS.ReadableStream): Promise<unknown> {
  const words = (path === '-' ? await text(input) : read(path)).trim();
  if (!words.startsWith('{')) return words;
  try {
    return JSON.parse(words);
  } catch {
    throw new UsageError(`${path === '-' ? 'Standard input' : path} is no JSON object.`);
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Reads a build: its whole answer, or only the base64 of its transaction. @throws {UsageError} */
export function toBuild(document: unknown): BuildDocument {
  if (typeof document === 'string') return { transaction: document };
  const build: { readonly transaction?: unknown } = Object(document);
  if (typeof build.transaction !== 'string')
    throw new UsageError('A build is JSON with transaction, or the base64 of a transaction.');
  return { ...build, transaction: build.transaction };
}

/** Reads a build whose transaction is one: no other file, such as a key, leaves this machine or is signed. @throws {UsageError} */
function readTransaction(document: unknown): BuildDocument {
  const build = toBuild(document);
  if (readSignature(build.transaction) === undefined) throw new UsageError('This is no transaction.');
  return build;
}

/**
 * Signs a build. Returns the input of `broadcast`; if only base64 was given, returns base64.
 *
 * @throws {StakingError} kind `wallet` where the signer does not sign.
 */
async function signDocument(document: unknown, signer: BytesSigner): Promise<unknown> {
  const { transaction, service_token, route, routerKind, router_order } = readTransaction(document);
  const signed = await signer.signBytes(Buffer.from(transaction, 'base64')).catch((error: unknown) => {
    if (isStakingError(error)) throw error;
    const facts = { kind: 'wallet', code: 'WALLET_REFUSED', retryable: false } as const;
    throw new StakingError(error instanceof Error ? error.message : String(error), facts, error);
  });
  const signed_tx = Buffer.from(signed).toString('base64');
  if (typeof document === 'string') return signed_tx;
  return { signed_tx, service_token, ...(route === 'router' && { route, routerKind, router_order }) };
}
