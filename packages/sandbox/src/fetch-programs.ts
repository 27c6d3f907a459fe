import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { base58 } from '@scure/base';
import { request } from 'undici';
import { TENANTS } from './world/ledger-state.ts';

/** The programs the sandbox can run as their binaries, and the files it looks for. */
const PROGRAMS = TENANTS.flatMap(({ programs }) => programs).flatMap(({ programAddress, file }) =>
  file === undefined ? [] : [{ address: programAddress, file }],
);

const UPGRADEABLE_LOADER = 'BPFLoaderUpgradeab1e11111111111111111111111';
const PROGRAM = 2;
const PROGRAM_DATA = 3;
/** Header of a ProgramData account: type, slot, option and key of the upgrade authority. */
const PROGRAM_DATA_HEADER = 45;
const ELF_MAGIC = Buffer.from('7f454c46', 'hex');
const MILLISECONDS = 60_000;

const USAGE = 'Usage: npm run sandbox:programs -- --rpc https://your-rpc-node [--out DIRECTORY]';

/**
 * Fetches the binaries from any Solana RPC and writes them where SANDBOX_PROGRAMS_DIR can point to.
 *
 * @param argv - what follows the script's name on the command line.
 * @param print - is told a line at a time what was written.
 * @throws {Error} saying what is wrong with arguments or node; never more of the node's URL than its host.
 */
export async function fetchPrograms(argv: readonly string[], print: (line: string) => void): Promise<void> {
  const { rpc, out } = readArguments(argv);
  const directory = resolve(out);
  await mkdir(directory, { recursive: true });
  for (const { address, file } of PROGRAMS) {
    const { bytes, slot } = await fetchProgram(rpc, address);
    await writeFile(join(directory, file), bytes);
    const hash = createHash('sha256').update(bytes).digest('hex');
    print(`${file}  ${bytes.length} bytes  sha256 ${hash}  deployed in slot ${slot}`);
  }
  print(`SANDBOX_PROGRAMS_DIR=${directory}`);
}

function readArguments(argv: readonly string[]): { rpc: string; out: string } {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: { rpc: { type: 'string' }, out: { type: 'string', default: 'data/programs' } },
    });
    const { rpc = '', out } = values;
    if (!/^https?:\/\//.test(rpc) || !URL.canParse(rpc))
      throw new Error('--rpc must be an http or https URL.');
    return { rpc, out };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${USAGE}`, { cause: error });
  }
}

/** Reads a program’s code through its ProgramData account; the rest of the account stays zero. */
async function fetchProgram(rpc: string, address: string): Promise<{ bytes: Buffer; slot: bigint }> {
  const program = await fetchAccount(rpc, address);
  if (program.owner !== UPGRADEABLE_LOADER || program.data.readUInt32LE(0) !== PROGRAM) {
    throw new Error(
      `${address} on ${findClusterName(rpc)} is not an upgradeable program; its owner is ${program.owner}.`,
    );
  }
  const dataAddress = base58.encode(program.data.subarray(4, 36));
  const { data } = await fetchAccount(rpc, dataAddress);
  const bytes = data.subarray(PROGRAM_DATA_HEADER);
  if (data.readUInt32LE(0) !== PROGRAM_DATA || !bytes.subarray(0, 4).equals(ELF_MAGIC)) {
    throw new Error(`${dataAddress} on ${findClusterName(rpc)} holds no program of ${address}.`);
  }
  return { bytes, slot: data.readBigUInt64LE(4) };
}

async function fetchAccount(rpc: string, address: string): Promise<{ owner: string; data: Buffer }> {
  const params = [address, { encoding: 'base64', commitment: 'finalized' }];
  const { value } = (await call(rpc, 'getAccountInfo', params)) as {
    value: { owner: string; data: readonly [string, string] } | null;
  };
  if (value === null)
    throw new Error(`${findClusterName(rpc)} has no account ${address}; is it a mainnet node?`);
  return { owner: value.owner, data: Buffer.from(value.data[0], 'base64') };
}

async function call(rpc: string, method: string, params: readonly unknown[]): Promise<object> {
  const text = await post(rpc, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const { result, error } = parse(rpc, text) as { result?: object; error?: { message?: string } };
  if (error !== undefined) throw new Error(`${findClusterName(rpc)} refuses ${method}: ${error.message}`);
  if (result === undefined) throw new Error(`${findClusterName(rpc)} answers ${method} without a result.`);
  return result;
}

async function post(rpc: string, body: string): Promise<string> {
  try {
    const answer = await request(rpc, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      headersTimeout: MILLISECONDS,
      bodyTimeout: MILLISECONDS,
    });
    const text = await answer.body.text();
    if (answer.statusCode === 200) return text;
    throw new Error(`HTTP status ${answer.statusCode}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new Error(`${findClusterName(rpc)} cannot be asked: ${reason}`, { cause: error });
  }
}

function parse(rpc: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${findClusterName(rpc)} answers something that is not JSON.`, { cause });
  }
}

/** Returns the node's URL without path and query, which often contain a provider's key. */
function findClusterName(rpc: string): string {
  return new URL(rpc).host;
}
