import { ByteReader, MalformedMessage } from './byte-reader.ts';

/** One instruction; accounts are indexes into the message's keys, those of lookup tables after its own. */
export type Instruction = {
  /** Index of the program; always one of the message's own keys. */
  readonly program: number;
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
};

/** Keys a message takes from a lookup table, by their index in it. */
export type TableLookup = {
  readonly table: Uint8Array;
  readonly writable: Uint8Array;
  readonly readonly: Uint8Array;
};

/** What a version 1 message asks of the compute budget in its header; undefined where it asks nothing. */
export type MessageConfig = {
  readonly priorityFee: bigint | undefined;
  readonly unitLimit: number | undefined;
  readonly loadedDataLimit: number | undefined;
  readonly heapSize: number | undefined;
};

/** A message read back from its bytes. All parts are views into them. */
export type Message = {
  readonly version: 'legacy' | 0 | 1;
  /** The first so many keys sign; the very first pays. */
  readonly signerCount: number;
  readonly readonlySignerCount: number;
  readonly readonlyOtherCount: number;
  /** Keys in the message itself, without those of lookup tables. */
  readonly keys: readonly Uint8Array[];
  readonly blockhash: Uint8Array;
  readonly instructions: readonly Instruction[];
  /** Empty unless version 0. */
  readonly lookups: readonly TableLookup[];
  /** Version 1 only. */
  readonly config?: MessageConfig;
};

type Header = Pick<Message, 'signerCount' | 'readonlySignerCount' | 'readonlyOtherCount'>;

const KEY_SIZE = 32;
const VERSION_0 = 0x80;
const VERSION_1 = 0x81;

/**
 * Reads a compiled message of any version, sharing no code with what compiles ours.
 *
 * @throws {MalformedMessage} for bytes that are cut short, trail, use a long form of a length, name an account outside
 *   the list, or carry another version.
 */
export function readMessage(bytes: Uint8Array): Message {
  const reader = new ByteReader(bytes);
  const message = readFrom(reader);
  reader.end();
  return message;
}

/** Reads a message from a reader that may hold more; otherwise as {@link readMessage}. */
export function readFrom(reader: ByteReader): Message {
  const first = reader.byte();
  if (first === VERSION_1) return checked(readVersion1(reader));
  if (first >= 0x80 && first !== VERSION_0) {
    throw new MalformedMessage('The message is of an unknown version.');
  }
  return checked(readOlder(reader, first));
}

function readOlder(reader: ByteReader, first: number): Message {
  const version = first === VERSION_0 ? 0 : 'legacy';
  const header = readHeader(reader, version === 0 ? reader.byte() : first);
  const keys = reader.list(reader.length(), () => reader.take(KEY_SIZE));
  const blockhash = reader.take(KEY_SIZE);
  const instructions = reader.list(reader.length(), () => ({
    program: reader.byte(),
    accounts: reader.take(reader.length()),
    data: reader.take(reader.length()),
  }));
  const lookups = version === 0 ? reader.list(reader.length(), () => readLookup(reader)) : [];
  return { version, ...header, keys, blockhash, instructions, lookups };
}

// SIMD-0385: header, u32 mask, lifetime, both counts, keys, the values of the mask, instruction headers, payloads.
function readVersion1(reader: ByteReader): Message {
  const header = readHeader(reader, reader.byte());
  const mask = reader.u32();
  const blockhash = reader.take(KEY_SIZE);
  const instructionCount = reader.byte();
  const keys = reader.list(reader.byte(), () => reader.take(KEY_SIZE));
  const config = readConfig(reader, mask);
  const heads = reader.list(instructionCount, () => ({
    program: reader.byte(),
    accountCount: reader.byte(),
    dataSize: reader.u16(),
  }));
  const instructions = heads.map(({ program, accountCount, dataSize }) => ({
    program,
    accounts: reader.take(accountCount),
    data: reader.take(dataSize),
  }));
  return { version: 1, ...header, keys, blockhash, instructions, lookups: [], config };
}

// Bits 0 and 1 together announce a u64 of lamports; 2, 3 and 4 a u32 each.
function readConfig(reader: ByteReader, mask: number): MessageConfig {
  const fee = mask & 0b11;
  if (mask > 0b11111 || fee === 0b01 || fee === 0b10) {
    throw new MalformedMessage('A setting of the message is unknown.');
  }
  return {
    priorityFee: fee === 0 ? undefined : reader.u64(),
    unitLimit: mask & 0b100 ? reader.u32() : undefined,
    loadedDataLimit: mask & 0b1000 ? reader.u32() : undefined,
    heapSize: mask & 0b10000 ? reader.u32() : undefined,
  };
}

function readHeader(reader: ByteReader, signerCount: number): Header {
  return { signerCount, readonlySignerCount: reader.byte(), readonlyOtherCount: reader.byte() };
}

function readLookup(reader: ByteReader): TableLookup {
  return {
    table: reader.take(KEY_SIZE),
    writable: reader.take(reader.length()),
    readonly: reader.take(reader.length()),
  };
}

function checked(message: Message): Message {
  const { signerCount, readonlySignerCount, readonlyOtherCount, keys, instructions, lookups } = message;
  if (
    signerCount === 0 ||
    readonlySignerCount >= signerCount ||
    signerCount + readonlyOtherCount > keys.length
  ) {
    throw new MalformedMessage('The message has more signers than accounts, or none.');
  }
  let total = keys.length;
  for (const { writable, readonly } of lookups) total += writable.length + readonly.length;
  for (const { program, accounts } of instructions) {
    if (program === 0 || program >= keys.length) {
      throw new MalformedMessage('An instruction names an account outside the list.');
    }
    for (const account of accounts) {
      if (account >= total) throw new MalformedMessage('An instruction names an account outside the list.');
    }
  }
  return message;
}
