import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Address, createSolanaRpc } from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { hashProgramCode } from '@staking-agent/chain/deployment';
import { UPGRADEABLE_LOADER_ADDRESS } from './vm/program-addresses.ts';
import { TENANTS } from './world/ledger-state.ts';

/** The programs the sandbox can run as their binaries, and the files it looks for. */
const PROGRAMS = TENANTS.flatMap(({ programs }) => programs).flatMap(({ programAddress, file }) =>
  file === undefined ? [] : [{ address: programAddress, file }],
);

const PROGRAM = 2;
const PROGRAM_DATA = 3;
/** Header of a ProgramData account: type, slot, option and key of the upgrade authority. */
const PROGRAM_DATA_HEADER = 45;
const HAS_AUTHORITY_AT = 12;
const AUTHORITY_AT = 13;
const ELF_MAGIC = Buffer.from('7f454c46', 'hex');
const MILLISECONDS = 60_000;

const USAGE = 'Usage: npm run sandbox:programs -- --rpc https://your-rpc-node [--out DIRECTORY]';

/**
 * Fetches the binaries from any Solana RPC and writes them where SANDBOX_PROGRAMS_DIR can point to.
 *
 * @param argv - what follows the script's name on the command line.
 * @param print - is told a line at a time what was written, and the `programs` of a deployment that pins it.
 * @throws {Error} saying what is wrong with arguments or node; never more of the node's URL than its host.
 */
export async function fetchPrograms(argv: readonly string[], print: (line: string) => void): Promise<void> {
  const { rpc, out } = readArguments(argv);
  const directory = resolve(out);
  await mkdir(directory, { recursive: true });
  const pins: Record<string, object> = {};
  for (const { address, file } of PROGRAMS) {
    const { bytes, slot, upgradeAuthority } = await fetchProgram(rpc, address);
    await writeFile(join(directory, file), bytes);
    const sha256 = hashProgramCode(bytes);
    print(`${file}  ${bytes.length} bytes  sha256 ${sha256}  deployed in slot ${slot}`);
    pins[address] = { deploySlot: String(slot), upgradeAuthority, sha256 };
  }
  print(`"programs": ${JSON.stringify(pins)}`);
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
async function fetchProgram(rpc: string, program: Address) {
  const { owner, data: named } = await fetchAccount(rpc, program);
  if (owner !== UPGRADEABLE_LOADER_ADDRESS || named.readUInt32LE(0) !== PROGRAM) {
    throw new Error(`${program} on ${getHost(rpc)} is not an upgradeable program; its owner is ${owner}.`);
  }
  const dataAddress = toAddress(named.subarray(4, 36));
  const { data } = await fetchAccount(rpc, dataAddress);
  const bytes = data.subarray(PROGRAM_DATA_HEADER);
  if (data.readUInt32LE(0) !== PROGRAM_DATA || !bytes.subarray(0, 4).equals(ELF_MAGIC)) {
    throw new Error(`${dataAddress} on ${getHost(rpc)} holds no program of ${program}.`);
  }
  const upgradeAuthority =
    data[HAS_AUTHORITY_AT] === 1 ? toAddress(data.subarray(AUTHORITY_AT, PROGRAM_DATA_HEADER)) : null;
  return { bytes, slot: data.readBigUInt64LE(4), upgradeAuthority };
}

async function fetchAccount(rpc: string, account: Address): Promise<{ owner: Address; data: Buffer }> {
  const answer = await createSolanaRpc(rpc)
    .getAccountInfo(account, { encoding: 'base64' })
    .send({ abortSignal: AbortSignal.timeout(MILLISECONDS) })
    .catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : cause;
      throw new Error(`${getHost(rpc)} cannot be asked: ${reason}`, { cause });
    });
  if (!answer?.value) throw new Error(`${getHost(rpc)} has no account ${account}; is it a mainnet node?`);
  return { owner: answer.value.owner, data: Buffer.from(answer.value.data[0], 'base64') };
}

/** Returns the node's URL without path and query, which often contain a provider's key. */
function getHost(rpc: string): string {
  return new URL(rpc).host;
}

if (import.meta.main) {
  try {
    await fetchPrograms(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
