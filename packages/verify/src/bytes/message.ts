import { decodeBase64, decodeKey, encodeBase58, isSame } from './text.ts';

/** The bytes are not a transaction the ledger would read the one way we read it. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

/** Reads bytes from front to back; all parts are views into them. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw cutShort();
    this.#at += 1;
    return value;
  }

  u16(): number {
    return this.byte() | (this.byte() << 8);
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0;
  }

  u64(): bigint {
    const low = this.u32();
    const high = this.u32();
    return high === 0 ? BigInt(low) : (BigInt(high) << 32n) | BigInt(low);
  }

  take(size: number): Uint8Array {
    const end = this.#at + size;
    if (end > this.#bytes.length) throw cutShort();
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  rest(): Uint8Array {
    return this.take(this.#bytes.length - this.#at);
  }

  /** A compact-u16: seven bits a byte, low first, shortest form only. */
  length(): number {
    let value = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (byte === 0 && shift > 0) throw new MalformedMessage('A length is not in its shortest form.');
        if (value > 0xffff) throw new MalformedMessage('A length is over 65535.');
        return value;
      }
    }
    throw new MalformedMessage('A length is over 65535.');
  }

  list<T>(count: number, read: () => T): T[] {
    const items: T[] = [];
    for (let left = count; left > 0; left -= 1) items.push(read());
    return items;
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw new MalformedMessage('Bytes follow the end.');
  }
}

function cutShort(): MalformedMessage {
  return new MalformedMessage('The bytes are cut short.');
}

/** One instruction; accounts are indexes into the message's keys, those of lookup tables after its own. */
export type Instruction = {
  /** Index of the program; always one of the message's own keys. */
  readonly program: number;
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
};

/** Keys a message takes from a lookup table, by their index in it. */
type TableLookup = {
  readonly table: Uint8Array;
  readonly writable: Uint8Array;
  readonly readonly: Uint8Array;
};

/** Settings of the compute budget in the header of a version 1 message; undefined where there is none. */
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
function readFrom(reader: ByteReader): Message {
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

function readHeader(reader: ByteReader, signerCount: number) {
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

export type Transaction = {
  /** 64 bytes each, all zero where nobody has signed yet; in the order of the message's signers. */
  readonly signatures: readonly Uint8Array[];
  readonly message: Message;
  readonly messageBytes: Uint8Array;
};

const SIGNATURE_SIZE = 64;
/** Most bytes of a transaction that the ledger takes: up to version 0, and of version 1. */
const SIZE_LIMIT = 1_232;
const VERSION_1_SIZE_LIMIT = 4_096;

/**
 * Reads a transaction from its canonical base64, or from its bytes.
 *
 * Up to version 0 the signatures stand in front, with their count; in version 1 they follow the message.
 *
 * @throws {MalformedMessage} for text that is not base64, bytes over the ledger's limit, a wrong number of signatures, and
 *   as `readMessage` does.
 */
export function readTransaction(source: string | Uint8Array): Transaction {
  const bytes = source instanceof Uint8Array ? source : decodeBase64(String(source));
  if (bytes === undefined) throw new MalformedMessage('The transaction is not canonical base64.');
  const isVersion1 = bytes[0] === VERSION_1;
  const limit = isVersion1 ? VERSION_1_SIZE_LIMIT : SIZE_LIMIT;
  if (bytes.length > limit) throw new MalformedMessage(`The transaction is over ${limit} bytes.`);
  const reader = new ByteReader(bytes);
  return isVersion1 ? readMessageFirst(reader, bytes) : readSignaturesFirst(reader, bytes);
}

function readSignaturesFirst(reader: ByteReader, bytes: Uint8Array): Transaction {
  const signatures = reader.list(reader.length(), () => reader.take(SIGNATURE_SIZE));
  const messageBytes = bytes.subarray(reader.at);
  const message = readFrom(reader);
  reader.end();
  if (signatures.length !== message.signerCount) {
    throw new MalformedMessage('There are more or fewer signatures than signers.');
  }
  if (message.version === 1)
    throw new MalformedMessage('A message of version 1 stands behind its signatures.');
  return { signatures, message, messageBytes };
}

function readMessageFirst(reader: ByteReader, bytes: Uint8Array): Transaction {
  const message = readFrom(reader);
  const messageBytes = bytes.subarray(0, reader.at);
  const signatures = reader.list(message.signerCount, () => reader.take(SIGNATURE_SIZE));
  reader.end();
  return { signatures, message, messageBytes };
}

/**
 * Resolves the account indexes of a message's instructions to keys, in the ledger's order: the message's own, then from
 * lookup tables all writable ones, then all others.
 *
 * @param tables - what each table holds, by its base58 address.
 * @throws {MalformedMessage} when a table is not given, or shorter than the message says, or an account is listed twice.
 */
export function resolveAccounts(
  { keys, lookups }: Message,
  tables: ReadonlyMap<string, readonly string[]>,
): readonly Uint8Array[] {
  const load = ({ table }: TableLookup, indexes: Uint8Array): Uint8Array[] => {
    const held = tables.get(encodeBase58(table)) ?? [];
    return Array.from(indexes, (index) => {
      const key = decodeKey(held[index] ?? '');
      if (key === undefined) throw new MalformedMessage('A place of a lookup table is unknown.');
      return key;
    });
  };
  const all = [
    ...keys,
    ...lookups.flatMap((lookup) => load(lookup, lookup.writable)),
    ...lookups.flatMap((lookup) => load(lookup, lookup.readonly)),
  ];
  for (let at = 1; at < all.length; at += 1) {
    for (let other = 0; other < at; other += 1) {
      if (isSame(all[at], all[other])) throw new MalformedMessage('An account is listed twice.');
    }
  }
  return all;
}

export function isSignerAt({ signerCount }: Message, index: number): boolean {
  return index < signerCount;
}

/** Checks whether the message lets the account at an index be written to; the ledger never writes to programs and sysvars. */
export function isWritableAt(message: Message, index: number): boolean {
  const { signerCount, readonlySignerCount, readonlyOtherCount, keys, lookups } = message;
  if (index < signerCount) return index < signerCount - readonlySignerCount;
  if (index < keys.length) return index < keys.length - readonlyOtherCount;
  let loaded = keys.length;
  for (const { writable } of lookups) loaded += writable.length;
  return index < loaded;
}
