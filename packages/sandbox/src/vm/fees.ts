import { type Address, address } from '@solana/kit';
import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  SYSTEM_PROGRAM_ADDRESS,
  VOTE_PROGRAM_ADDRESS,
} from './program-addresses.ts';
import type { Message, MessageOne } from './transaction.ts';

/** Lamports per signature that the VM charges: solana `DEFAULT_TARGET_LAMPORTS_PER_SIGNATURE` / 2. */
export const VM_SIGNATURE_FEE = 5_000n;
const MICRO_LAMPORTS_PER_LAMPORT = 1_000_000n;
/** agave `MAX_COMPUTE_UNIT_LIMIT`. */
const MAX_COMPUTE_UNIT_LIMIT = 1_400_000n;
/** agave `DEFAULT_INSTRUCTION_COMPUTE_UNIT_LIMIT`. */
const PROGRAM_COMPUTE_UNITS = 200_000n;
/** agave `MAX_BUILTIN_ALLOCATION_COMPUTE_UNIT_LIMIT` (SIMD-0170). */
const BUILTIN_COMPUTE_UNITS = 3_000n;

/** agave `MIN_HEAP_FRAME_BYTES`. */
const HEAP_BYTES = 32_768;

const REQUEST_HEAP_FRAME = 1;
const SET_COMPUTE_UNIT_LIMIT = 2;
const SET_COMPUTE_UNIT_PRICE = 3;
const SET_LOADED_DATA_LIMIT = 4;
/** agave `MAX_LOADED_ACCOUNTS_DATA_SIZE_BYTES`. */
const LOADED_DATA_BYTES = 64 * 1_024 * 1_024;

/** Programs that still are part of the validator; the stake program is not one of them any more. */
const BUILTIN_PROGRAMS: ReadonlySet<Address> = new Set([
  SYSTEM_PROGRAM_ADDRESS,
  VOTE_PROGRAM_ADDRESS,
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  address('BPFLoader1111111111111111111111111111111111'),
  address('BPFLoader2111111111111111111111111111111111'),
  address('BPFLoaderUpgradeab1e11111111111111111111111'),
  address('LoaderV411111111111111111111111111111111111'),
]);

/** Programs whose instruction data begins with the number of signatures they check. */
const SIGNATURE_PROGRAMS: ReadonlySet<Address> = new Set([
  address('Ed25519SigVerify111111111111111111111111111'),
  address('KeccakSecp256k11111111111111111111111111111'),
  address('Secp256r1SigVerify1111111111111111111111111'),
]);

/** Tells if a program is a precompile: it checks signatures and prints nothing. */
export function isPrecompile(program: Address): boolean {
  return SIGNATURE_PROGRAMS.has(program);
}

/** The requests of a message to the compute budget program. */
export type ComputeBudget = {
  /** Micro-lamports per compute unit. */
  readonly price: bigint;
  /** Compute units the transaction may use, and pays for. */
  readonly limit: bigint;
  /** Bytes of memory that each of its programs gets. */
  readonly heapSize: number;
  /** Bytes of accounts that it may load. */
  readonly loadedData: number;
};

/** Reads price and limits of a message, by agave `ComputeBudgetInstructionDetails`. */
export function readComputeBudget(message: Message): ComputeBudget {
  if (message.version === 1) return readOwnBudget(message);
  const programs = message.instructions.map(({ programAddressIndex, data }) => ({
    program: message.staticAccounts[programAddressIndex],
    data: Buffer.from(Uint8Array.from(data ?? [])),
  }));
  const defaults = programs.reduce((sum, { program }) => sum + getDefaultUnits(program), 0n);
  const requests = programs
    .filter(({ program }) => program === COMPUTE_BUDGET_PROGRAM_ADDRESS)
    .map(({ data }) => data);
  const limit = requests.find((data) => data[0] === SET_COMPUTE_UNIT_LIMIT && data.length >= 5);
  const price = requests.find((data) => data[0] === SET_COMPUTE_UNIT_PRICE && data.length >= 9);
  const heap = requests.find((data) => data[0] === REQUEST_HEAP_FRAME && data.length >= 5);
  const data = requests.find((data) => data[0] === SET_LOADED_DATA_LIMIT && data.length >= 5);
  const units = limit === undefined ? defaults : BigInt(limit.readUInt32LE(1));
  return {
    price: price?.readBigUInt64LE(1) ?? 0n,
    limit: units > MAX_COMPUTE_UNIT_LIMIT ? MAX_COMPUTE_UNIT_LIMIT : units,
    heapSize: heap?.readUInt32LE(1) ?? HEAP_BYTES,
    loadedData: Math.min(data?.readUInt32LE(1) ?? LOADED_DATA_BYTES, LOADED_DATA_BYTES),
  };
}

/**
 * The fee of a transaction in lamports: signatures plus prioritization fee, the latter rounded up
 * (agave `fee/src/lib.rs` and `compute_budget_limits::get_prioritization_fee`).
 */
export function getFee({ message }: { readonly message: Message }, signatureFee: bigint): bigint {
  return countSignatures(message) * signatureFee + getPriorityFee(message);
}

function getPriorityFee(message: Message): bigint {
  if (message.version === 1) return message.config.priorityFee ?? 0n;
  const { price, limit } = readComputeBudget(message);
  return (price * limit + MICRO_LAMPORTS_PER_LAMPORT - 1n) / MICRO_LAMPORTS_PER_LAMPORT;
}

/** Version 1 states a fee instead of a price, and has no units unless it asks for some. */
function readOwnBudget({ config }: MessageOne): ComputeBudget {
  const { unitLimit = 0, priorityFee = 0n, heapSize = HEAP_BYTES, loadedDataLimit: loadedData = 0 } = config;
  const limit = BigInt(unitLimit);
  const price = limit === 0n ? 0n : (priorityFee * MICRO_LAMPORTS_PER_LAMPORT) / limit;
  const most = limit > MAX_COMPUTE_UNIT_LIMIT ? MAX_COMPUTE_UNIT_LIMIT : limit;
  return { price, limit: most, heapSize, loadedData };
}

function countSignatures(message: Message): bigint {
  return message.instructions.reduce((sum, { programAddressIndex, data }) => {
    const program = message.staticAccounts[programAddressIndex];
    const checks = program !== undefined && SIGNATURE_PROGRAMS.has(program) ? (data?.[0] ?? 0) : 0;
    return sum + BigInt(checks);
  }, BigInt(message.header.numSignerAccounts));
}

function getDefaultUnits(program: Address | undefined): bigint {
  return program !== undefined && BUILTIN_PROGRAMS.has(program)
    ? BUILTIN_COMPUTE_UNITS
    : PROGRAM_COMPUTE_UNITS;
}
