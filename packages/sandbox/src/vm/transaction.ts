import { base58 } from '@scure/base';
import type { Address, Blockhash, Signature } from '@solana/kit';
import { toAddress, toAddressBytes } from '@staking-agent/chain/address';
import { type CompiledMessage, encodeMessage as encodeOlder } from '@staking-agent/chain/message';
import { MAINNET } from '../mainnet-2026-11.ts';

/** The settings of a message of version 1; an absent one is zero, not a default (SIMD-0385). */
export type MessageConfig = {
  /** Lamports, for the whole transaction. */
  readonly priorityFee?: bigint;
  readonly unitLimit?: number;
  /** Bytes. */
  readonly loadedDataLimit?: number;
  /** Bytes. */
  readonly heapSize?: number;
};

/** A message of version 1, with its instructions in the form of older versions. */
export type MessageOne = Omit<CompiledMessage, 'version'> & {
  readonly version: 1;
  readonly config: MessageConfig;
};

/** A message of the three versions that the network accepts. */
export type Message = CompiledMessage | MessageOne;

/** A transaction whose offsets have been checked. */
export type DecodedTransaction = {
  readonly wireBytes: Uint8Array;
  readonly message: Message;
  /** The bytes that are signed. */
  readonly messageBytes: Uint8Array;
  /** The first signature, which names the transaction; all zero when the fee payer has not signed. */
  readonly signature: Signature;
  /** Signatures in the order of the message's signers; undefined for one that is all zero. */
  readonly signatures: readonly (Uint8Array | undefined)[];
  readonly feePayer: Address;
};

/** Bytes that are no transaction; `reason` is agave's. */
export class MalformedTransactionError extends Error {
  override readonly name = 'MalformedTransactionError';
  readonly reason: 'UNDECODABLE' | 'UNSANITARY' | 'TOO_LARGE';

  constructor(reason: MalformedTransactionError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

/** Returns the bytes of the largest transaction of a version. */
export function getSizeLimit(version: Message['version']): number {
  return version === 1 ? MAINNET.versionOneBytes : MAINNET.transactionBytes;
}

/** Bytes of the largest transaction of any version. */
export const LARGEST_SIZE = getSizeLimit(1);

const VERSION_ZERO = 0x80;
/** First byte of a message of version 1, and of its transaction, which begins with the message. */
export const VERSION_ONE = 0x81;
const KEY_SIZE = 32;
const SIGNATURE_SIZE = 64;
const NO_SIGNATURE = new Uint8Array(SIGNATURE_SIZE);

/**
 * Decodes a transaction and checks every offset, as `VersionedTransaction::sanitize` does.
 *
 * It is as strict as a leader: it refuses bytes behind the end and lengths that take more bytes than they need, which a
 * node's RPC port accepts and the leader drops.
 *
 * @throws {MalformedTransactionError}
 */
export function decodeTransaction(wireBytes: Uint8Array): DecodedTransaction {
  const { message, messageBytes, signatures } = splitTransaction(wireBytes);
  const limit = getSizeLimit(message.version);
  if (wireBytes.length > limit) throw new MalformedTransactionError('TOO_LARGE', `over ${limit} bytes`);
  assertIsSanitary(message);
  const [feePayer] = message.staticAccounts;
  if (feePayer === undefined) throw new MalformedTransactionError('UNSANITARY', 'no fee payer');
  return {
    wireBytes,
    message,
    messageBytes,
    signature: base58.encode(signatures[0] ?? NO_SIGNATURE) as Signature,
    signatures: signatures.map((bytes) => (bytes.some((byte) => byte !== 0) ? bytes : undefined)),
    feePayer,
  };
}

function splitTransaction(bytes: Uint8Array) {
  try {
    const reader = createReader(bytes);
    const isOne = bytes[0] === VERSION_ONE;
    const readSignatures = (count: number) => reader.list(() => reader.take(SIGNATURE_SIZE), count);
    const before = isOne ? [] : readSignatures(reader.length());
    const start = reader.at();
    const message = readMessage(reader);
    const messageBytes = bytes.subarray(start, reader.at());
    const signatures = isOne ? readSignatures(message.header.numSignerAccounts) : before;
    reader.end();
    const signers = message.staticAccounts.slice(0, message.header.numSignerAccounts);
    if (signatures.length !== signers.length) throw new RangeError('signatures and signers differ in number');
    return { message, messageBytes, signatures };
  } catch (cause) {
    throw new MalformedTransactionError('UNDECODABLE', cause instanceof Error ? cause.message : '', cause);
  }
}

/** Encodes a transaction; a missing signature is all zero. */
export function encodeTransaction(
  message: Message,
  signatures: readonly (Uint8Array | undefined)[],
): Uint8Array {
  const signed = signatures.map((signature) => signature ?? NO_SIGNATURE);
  const messageBytes = encodeMessage(message);
  return message.version === 1
    ? Buffer.concat([messageBytes, ...signed])
    : Buffer.concat([Uint8Array.of(signed.length), ...signed, messageBytes]);
}

/** Puts empty signatures before a message of version 0. */
export function encodeUnsigned(messageBytes: Uint8Array): Uint8Array {
  // Behind the version.
  const signers = messageBytes[1] ?? 1;
  return Buffer.concat([Uint8Array.of(signers), Buffer.alloc(SIGNATURE_SIZE * signers), messageBytes]);
}

/** Replaces the blockhash of a transaction, whose signatures then no longer fit. */
export function replaceBlockhash(decoded: DecodedTransaction, blockhash: string): DecodedTransaction {
  const message = { ...decoded.message, lifetimeToken: blockhash as Blockhash };
  const wireBytes = encodeTransaction(message, decoded.signatures);
  return { ...decoded, message, messageBytes: encodeMessage(message), wireBytes };
}

/** Limits of a message of version 1: SIMD-0385. */
const LIMITS_OF_ONE = { accounts: 64, instructions: 64, signers: 12 };

function assertIsSanitary(message: Message): void {
  const { header, staticAccounts, instructions } = message;
  const loaded = listLookups(message).map(
    ({ readonlyIndexes, writableIndexes }) => readonlyIndexes.length + writableIndexes.length,
  );
  const total = staticAccounts.length + loaded.reduce((sum, count) => sum + count, 0);
  const isWithinLimits =
    message.version !== 1 ||
    (staticAccounts.length <= LIMITS_OF_ONE.accounts &&
      instructions.length <= LIMITS_OF_ONE.instructions &&
      header.numSignerAccounts <= LIMITS_OF_ONE.signers);
  const isSound =
    header.numSignerAccounts + header.numReadonlyNonSignerAccounts <= staticAccounts.length &&
    header.numReadonlySignerAccounts < header.numSignerAccounts &&
    total <= 256 &&
    isWithinLimits &&
    loaded.every((count) => count > 0) &&
    instructions.every(
      ({ programAddressIndex, accountIndices = [] }) =>
        programAddressIndex > 0 &&
        programAddressIndex < staticAccounts.length &&
        accountIndices.every((index) => index < total),
    );
  if (!isSound) throw new MalformedTransactionError('UNSANITARY', 'an index or a count does not fit');
}

/**
 * Decodes the bytes that are signed. By hand, because kit's decoder and the encoder that checks it took half of all base58
 * of a test.
 *
 * @throws {RangeError} when they are no message, for a length that is not in its shortest form, and for an unknown setting.
 */
export function decodeMessage(bytes: Uint8Array): Message {
  const reader = createReader(bytes);
  const message = readMessage(reader);
  reader.end();
  return message;
}

function readMessage(reader: Reader): Message {
  const first = reader.byte();
  if (first === VERSION_ONE) return readMessageOne(reader);
  if (first > VERSION_ONE) throw new RangeError('the version is unknown');
  const header = readHeader(reader, first === VERSION_ZERO ? reader.byte() : first);
  const staticAccounts = reader.list(reader.address);
  const lifetimeToken = readBlockhash(reader);
  const instructions = reader.list(() => ({
    programAddressIndex: reader.byte(),
    accountIndices: [...reader.take(reader.length())],
    data: reader.take(reader.length()),
  }));
  const message = { header, staticAccounts, lifetimeToken, instructions };
  if (first !== VERSION_ZERO) return { version: 'legacy', ...message };
  const addressTableLookups = reader.list(() => ({
    lookupTableAddress: reader.address(),
    writableIndexes: [...reader.take(reader.length())],
    readonlyIndexes: [...reader.take(reader.length())],
  }));
  return { version: 0, ...message, addressTableLookups };
}

/** Both bits of the priority fee, which is the only setting of 64 bits. */
const PRIORITY_FEE = 3;
const SETTINGS = [
  ['unitLimit', 4],
  ['loadedDataLimit', 8],
  ['heapSize', 16],
] as const;
const KNOWN_SETTINGS = PRIORITY_FEE + 4 + 8 + 16;

function readMessageOne(reader: Reader): MessageOne {
  const header = readHeader(reader, reader.byte());
  const mask = reader.u32();
  const fee = mask & PRIORITY_FEE;
  if (mask > KNOWN_SETTINGS || (fee !== 0 && fee !== PRIORITY_FEE))
    throw new RangeError('an unknown setting');
  const lifetimeToken = readBlockhash(reader);
  const [instructionCount, accountCount] = [reader.byte(), reader.byte()];
  const staticAccounts = reader.list(reader.address, accountCount);
  const priorityFee = fee === 0 ? {} : { priorityFee: BigInt(reader.u32()) + (BigInt(reader.u32()) << 32n) };
  const settings = SETTINGS.filter(([, bit]) => (mask & bit) !== 0).map(([name]) => [name, reader.u32()]);
  const headers = reader.list(
    () => [reader.byte(), reader.byte(), reader.byte() + 256 * reader.byte()] as const,
    instructionCount,
  );
  const instructions = headers.map(([programAddressIndex, accounts, size]) => ({
    programAddressIndex,
    accountIndices: [...reader.take(accounts)],
    data: reader.take(size),
  }));
  const config: MessageConfig = { ...priorityFee, ...Object.fromEntries(settings) };
  return { version: 1, header, staticAccounts, lifetimeToken, config, instructions };
}

function readHeader(reader: Reader, numSignerAccounts: number): Message['header'] {
  return {
    numSignerAccounts,
    numReadonlySignerAccounts: reader.byte(),
    numReadonlyNonSignerAccounts: reader.byte(),
  };
}

function readBlockhash(reader: Reader): Blockhash {
  return reader.address() as string as Blockhash;
}

type Reader = ReturnType<typeof createReader>;

/** Reads bytes one after the other. */
function createReader(bytes: Uint8Array) {
  let at = 0;
  const take = (size: number): Uint8Array => {
    if (at + size > bytes.length) throw new RangeError('the bytes end too early');
    at += size;
    return bytes.subarray(at - size, at);
  };
  const byte = (): number => take(1)[0] ?? 0;
  /** Reads a length in the compact form: seven bits a byte, low ones first, at most 16 bits. */
  const length = (): number => {
    let value = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const next = byte();
      value |= (next & 0x7f) << shift;
      if (next > 0x7f) continue;
      if ((next === 0 && shift > 0) || value > 0xffff) break;
      return value;
    }
    throw new RangeError('a length is not in its shortest form');
  };
  return {
    at: () => at,
    take,
    byte,
    length,
    u32: (): number => byte() + 256 * byte() + 65_536 * byte() + 16_777_216 * byte(),
    address: (): Address => toAddress(take(KEY_SIZE)),
    list: <T>(read: () => T, count = length()): T[] => Array.from({ length: count }, () => read()),
    end: (): void => {
      if (at < bytes.length) throw new RangeError('there are bytes behind the end');
    },
  };
}

/** Encodes the bytes that are signed. */
export function encodeMessage(message: Message): Uint8Array {
  if (message.version !== 1) return encodeOlder(message);
  const { header, config, instructions, staticAccounts, lifetimeToken } = message;
  const settings = SETTINGS.flatMap(([name, bit]) => {
    const value = config[name];
    return value === undefined ? [] : [{ bit, bytes: toBytes(4, value) }];
  });
  const { priorityFee } = config;
  const isFeeStated = priorityFee !== undefined;
  const mask = settings.reduce((sum, { bit }) => sum + bit, isFeeStated ? PRIORITY_FEE : 0);
  return Buffer.concat([
    Uint8Array.of(VERSION_ONE, header.numSignerAccounts, header.numReadonlySignerAccounts),
    Uint8Array.of(header.numReadonlyNonSignerAccounts),
    toBytes(4, mask),
    toAddressBytes(lifetimeToken),
    Uint8Array.of(instructions.length, staticAccounts.length),
    ...staticAccounts.map(toAddressBytes),
    ...(isFeeStated ? [toBytes(8, priorityFee)] : []),
    ...settings.map(({ bytes }) => bytes),
    ...instructions.flatMap(({ programAddressIndex, accountIndices = [], data = [] }) => [
      Uint8Array.of(programAddressIndex, accountIndices.length),
      toBytes(2, data.length),
    ]),
    ...instructions.flatMap(({ accountIndices = [], data = [] }) => [
      Uint8Array.from(accountIndices),
      Uint8Array.from(data),
    ]),
  ]);
}

function toBytes(size: 2 | 4 | 8, value: bigint | number): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes.subarray(0, size);
}

/** Lists the lookup tables of a message and what it takes from them. */
export function listLookups(message: Message) {
  return (message.version === 0 && message.addressTableLookups) || [];
}
