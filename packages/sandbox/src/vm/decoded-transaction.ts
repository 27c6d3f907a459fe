import { base58 } from '@scure/base';
import {
  type Address,
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type ReadonlyUint8Array,
  type Signature,
  type SignatureBytes,
  type Transaction,
} from '@solana/kit';
import { toAddress } from '@staking-agent/chain/address';
import { encodeMessage as encodeOlder } from '@staking-agent/chain/message';

/** A transaction whose offsets have been checked. */
export type DecodedTransaction = {
  readonly transaction: Transaction;
  /** The same as it is sent. */
  readonly wireBytes: Uint8Array;
  readonly message: Message;
  /** First signature; names the transaction. All zero when the fee payer has not signed. */
  readonly signature: Signature;
  /** Signatures in the order of the message's signers; undefined where one is all zero. */
  readonly signatures: readonly (Uint8Array | undefined)[];
  readonly feePayer: Address;
};

/** Why bytes are no transaction; `reason` follows agave's two ways of saying so. */
export class MalformedTransactionError extends Error {
  override readonly name = 'MalformedTransactionError';
  readonly reason: 'UNDECODABLE' | 'UNSANITARY' | 'TOO_LARGE';

  constructor(reason: MalformedTransactionError['reason'], message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

const transactionDecoder = getTransactionDecoder();
const transactionEncoder = getTransactionEncoder();
/** First byte of a transaction of version 1, which begins with its message. */
const VERSION_ONE = 0x81;
const NO_SIGNATURE = new Uint8Array(64);

/**
 * Decodes wire bytes and checks every offset, as `VersionedTransaction::sanitize` does.
 *
 * Stricter than a validator's RPC port, as strict as its leader: bytes that do not encode back to
 * themselves (trailing bytes, overlong lengths) are refused here instead of being dropped later.
 *
 * @throws {MalformedTransactionError}
 */
export function decodeTransaction(bytes: Uint8Array): DecodedTransaction {
  const isOfOne = bytes[0] === VERSION_ONE;
  const { transaction, message } = decode(bytes, isOfOne ? decodeOne : splitOlder);
  if (bytes.length > getSizeLimit(message.version)) {
    throw new MalformedTransactionError('TOO_LARGE', `over ${getSizeLimit(message.version)} bytes`);
  }
  assertIsSanitary(message);
  const signatures = Object.values(transaction.signatures).map((bytes) => bytes ?? undefined);
  const [feePayer] = message.staticAccounts;
  if (feePayer === undefined) throw new MalformedTransactionError('UNSANITARY', 'no fee payer');
  return {
    transaction,
    wireBytes: bytes,
    message,
    signature: base58.encode(signatures[0] ?? NO_SIGNATURE) as Signature,
    signatures,
    feePayer,
  };
}

/** The same transaction over another blockhash; its signatures no longer fit. */
export function replaceBlockhash(decoded: DecodedTransaction, blockhash: string): DecodedTransaction {
  const message = withBlockhash(decoded.message, blockhash);
  const messageBytes = encodeMessage(message);
  const transaction = { ...decoded.transaction, messageBytes };
  const wireBytes = new Uint8Array(transactionEncoder.encode(transaction));
  return { ...decoded, message, transaction, wireBytes };
}

/** The same message over another blockhash. */
export function withBlockhash(message: Message, blockhash: string): Message {
  return { ...message, lifetimeToken: blockhash } as Message;
}

type Parts = { readonly transaction: Transaction; readonly message: Message };

function decode(bytes: Uint8Array, decodeParts: (bytes: Uint8Array) => Parts): Parts {
  try {
    return decodeParts(bytes);
  } catch (cause) {
    throw new MalformedTransactionError('UNDECODABLE', cause instanceof Error ? cause.message : '', cause);
  }
}

/** Signatures, and behind them a message of one of the versions before 1. */
function splitOlder(bytes: Uint8Array): Parts {
  const reader = new MessageReader(bytes);
  const signatures = reader.readList(() => reader.readBytes(NO_SIGNATURE.length));
  const messageBytes = Uint8Array.from(bytes.subarray(reader.at));
  const message = decodeMessage(messageBytes);
  const signers = message.staticAccounts.slice(0, message.header.numSignerAccounts);
  if (message.version === 1 || signers.length !== signatures.length || new Set(signers).size < signers.length)
    throw new RangeError('the signatures are not those of the message');
  return {
    transaction: {
      messageBytes: messageBytes as unknown as Transaction['messageBytes'],
      signatures: Object.fromEntries(signers.map((signer, i) => [signer, toSignature(signatures[i])])),
    },
    message,
  };
}

function toSignature(bytes: Uint8Array = NO_SIGNATURE): SignatureBytes | null {
  return bytes.some((byte) => byte !== 0) ? (bytes as SignatureBytes) : null;
}

/** A message of version 1, and behind it its signatures. */
function decodeOne(bytes: Uint8Array): Parts {
  const transaction = transactionDecoder.decode(bytes);
  const messageBytes = Uint8Array.from(transaction.messageBytes);
  const message = decodeMessage(messageBytes);
  assertIsSame(messageBytes, encodeMessage(message));
  assertIsSame(bytes, transactionEncoder.encode(transaction));
  return { transaction, message };
}

function assertIsSame(bytes: Uint8Array, encoded: ArrayLike<number>): void {
  if (encoded.length !== bytes.length || bytes.some((byte, index) => byte !== encoded[index]))
    throw new RangeError('the bytes are not in canonical form');
}

/** What a message of version 1 may have at most: SIMD-0385. */
const LIMITS_OF_ONE = { accounts: 64, instructions: 64, signers: 12 };

function assertIsSanitary(message: Message): void {
  const { header, staticAccounts, instructions } = message;
  const lookups = ('addressTableLookups' in message && message.addressTableLookups) || [];
  const loaded = lookups.map(
    ({ readonlyIndexes, writableIndexes }) => readonlyIndexes.length + writableIndexes.length,
  );
  const total = staticAccounts.length + loaded.reduce((sum, count) => sum + count, 0);
  const sound =
    header.numSignerAccounts + header.numReadonlyNonSignerAccounts <= staticAccounts.length &&
    header.numReadonlySignerAccounts < header.numSignerAccounts &&
    total <= 256 &&
    (message.version !== 1 || isWithinLimitsOfOne(message)) &&
    loaded.every((count) => count > 0) &&
    instructions.every(
      ({ programAddressIndex, accountIndices = [] }) =>
        programAddressIndex > 0 &&
        programAddressIndex < staticAccounts.length &&
        accountIndices.every((index) => index < total),
    );
  if (!sound) throw new MalformedTransactionError('UNSANITARY', 'an index or a count does not fit');
}

function isWithinLimitsOfOne({ header, staticAccounts, instructions }: Message): boolean {
  return (
    staticAccounts.length <= LIMITS_OF_ONE.accounts &&
    instructions.length <= LIMITS_OF_ONE.instructions &&
    header.numSignerAccounts <= LIMITS_OF_ONE.signers
  );
}

type Compiled = CompiledTransactionMessage & CompiledTransactionMessageWithLifetime;
type OlderMessage = Exclude<Compiled, { version: 1 }>;
type CompiledOne = Extract<Compiled, { version: 1 }>;

/** What a message of version 1 asks for itself; absent settings stand for none, not for a default (SIMD-0385). */
export type MessageConfig = {
  /** Lamports, for the whole transaction. */
  readonly priorityFee?: bigint;
  readonly unitLimit?: number;
  /** Bytes. */
  readonly loadedDataLimit?: number;
  /** Bytes. */
  readonly heapSize?: number;
};

/** A message of version 1, its instructions as those of older versions stand. */
export type MessageOne = Pick<OlderMessage, 'header' | 'instructions' | 'lifetimeToken'> & {
  readonly version: 1;
  readonly staticAccounts: Address[];
  readonly config: MessageConfig;
};

/** A message of the three versions the network accepts. */
export type Message = OlderMessage | MessageOne;

/** Bytes of the largest transaction of a version: solana `PACKET_DATA_SIZE`, and SIMD-0385 for version 1. */
export function getSizeLimit(version: Message['version']): number {
  return version === 1 ? 4_096 : 1_232;
}

/** Bytes of the largest transaction of any version. */
export const LARGEST_SIZE = getSizeLimit(1);

const decoder = getCompiledTransactionMessageDecoder();
const encoder = getCompiledTransactionMessageEncoder();

/** Both bits of the priority fee, which is the only setting of 64 bits. */
const PRIORITY_FEE = 3;
const SETTINGS = [
  ['unitLimit', 4],
  ['loadedDataLimit', 8],
  ['heapSize', 16],
] as const;
const KNOWN = PRIORITY_FEE + 4 + 8 + 16;

/** The high bit of the first byte says that a version is stated. */
const STATES_VERSION = 0x80;

/**
 * Decodes the bytes that are signed.
 *
 * Stricter than kit: bytes of the older versions that do not encode back to themselves are no message.
 *
 * @throws {SolanaError} when they are no message of version 1; {@link RangeError} when they are none of an older version,
 *   and for a setting that nobody knows.
 */
export function decodeMessage(bytes: Uint8Array): Message {
  const [first = 0] = bytes;
  if (first <= STATES_VERSION) return decodeOlder(bytes);
  const compiled = decoder.decode(bytes);
  if (!('lifetimeToken' in compiled)) throw new RangeError('a message without a blockhash');
  return fromCompiled(compiled as CompiledOne);
}

/** Every transaction of the ledger passes here, and kit takes twenty times as long. */
function decodeOlder(bytes: Uint8Array): OlderMessage {
  const reader = new MessageReader(bytes);
  const readIndex = () => reader.readByte();
  const version = bytes[0] === STATES_VERSION ? 0 : 'legacy';
  if (version === 0) reader.readByte();
  const older = {
    header: {
      numSignerAccounts: reader.readByte(),
      numReadonlySignerAccounts: reader.readByte(),
      numReadonlyNonSignerAccounts: reader.readByte(),
    },
    staticAccounts: reader.readList(() => reader.readAddress()),
    lifetimeToken: reader.readAddress() as string,
    instructions: reader.readList(() => {
      const programAddressIndex = reader.readByte();
      const accountIndices = reader.readList(readIndex);
      const data = reader.readBytes(reader.readLength());
      // As kit has them, which leaves out what is empty.
      return {
        programAddressIndex,
        ...(accountIndices.length > 0 && { accountIndices }),
        ...(data.length > 0 && { data }),
      };
    }),
  };
  const lookups = version === 'legacy' ? [] : reader.readList(() => readLookup(reader));
  reader.assertIsAtEnd();
  if (version === 'legacy') return { version, ...older };
  return { version, ...older, ...(lookups.length > 0 && { addressTableLookups: lookups }) };
}

function readLookup(reader: MessageReader) {
  const readIndex = () => reader.readByte();
  return {
    lookupTableAddress: reader.readAddress(),
    writableIndexes: reader.readList(readIndex),
    readonlyIndexes: reader.readList(readIndex),
  };
}

/** The bytes that are signed. */
export function encodeMessage(message: Message): Transaction['messageBytes'] {
  // Every transaction of the ledger passes here, and kit takes ten times as long.
  const bytes: ReadonlyUint8Array =
    message.version === 1 ? encoder.encode(toCompiled(message)) : encodeOlder(message);
  return bytes as Transaction['messageBytes'];
}

function fromCompiled(compiled: CompiledOne): MessageOne {
  const { header, staticAccounts, lifetimeToken, instructionHeaders, instructionPayloads } = compiled;
  return {
    version: 1,
    header,
    staticAccounts,
    lifetimeToken,
    config: readConfig(compiled),
    instructions: instructionHeaders.map(({ programAccountIndex }, at) => ({
      programAddressIndex: programAccountIndex,
      accountIndices: instructionPayloads[at]?.instructionAccountIndices ?? [],
      data: instructionPayloads[at]?.instructionData ?? new Uint8Array(),
    })),
  };
}

function readConfig({ configMask, configValues }: CompiledOne): MessageConfig {
  const fee = configMask & PRIORITY_FEE;
  if (configMask > KNOWN || (fee !== 0 && fee !== PRIORITY_FEE)) throw new RangeError('an unknown setting');
  const values = configValues.map(({ value }) => value);
  const priorityFee = fee === 0 ? undefined : BigInt(values.shift() ?? 0);
  const settings = SETTINGS.filter(([, bit]) => (configMask & bit) !== 0).map(([name]) => [
    name,
    Number(values.shift()),
  ]);
  return { ...(priorityFee !== undefined && { priorityFee }), ...Object.fromEntries(settings) };
}

function toCompiled({ config, instructions, ...message }: MessageOne): CompiledOne {
  const given = SETTINGS.flatMap(([name, bit]) => {
    const value = config[name];
    return value === undefined ? [] : [{ bit, value }];
  });
  const { priorityFee } = config;
  return {
    ...message,
    configMask: given.reduce((mask, { bit }) => mask + bit, priorityFee === undefined ? 0 : PRIORITY_FEE),
    configValues: [
      ...(priorityFee === undefined ? [] : [{ kind: 'u64' as const, value: priorityFee }]),
      ...given.map(({ value }) => ({ kind: 'u32' as const, value })),
    ],
    numInstructions: instructions.length,
    numStaticAccounts: message.staticAccounts.length,
    instructionHeaders: instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
      programAccountIndex: programAddressIndex,
      numInstructionAccounts: accountIndices.length,
      numInstructionDataBytes: data?.length ?? 0,
    })),
    instructionPayloads: instructions.map(({ accountIndices = [], data }) => ({
      instructionAccountIndices: accountIndices,
      instructionData: data ?? new Uint8Array(),
    })),
  } as CompiledOne;
}

const ADDRESS_SIZE = 32;

/** Reads a message or a transaction from front to back. */
class MessageReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** Where it has come to. */
  get at(): number {
    return this.#at;
  }

  /** @throws {RangeError} at the end. */
  readByte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new RangeError('the bytes end too early');
    this.#at += 1;
    return byte;
  }

  /**
   * Copies bytes.
   *
   * @throws {RangeError} where there are fewer.
   */
  readBytes(size: number): Uint8Array<ArrayBuffer> {
    if (this.#at + size > this.#bytes.length) throw new RangeError('the bytes end too early');
    this.#at += size;
    return Uint8Array.from(this.#bytes.subarray(this.#at - size, this.#at));
  }

  readAddress(): Address {
    return toAddress(this.readBytes(ADDRESS_SIZE));
  }

  /**
   * Reads a length of up to 16 bits in the compact form: seven bits a byte, low ones first.
   *
   * @throws {RangeError} for more bits, and for more bytes than it takes, as solana `short_vec` does.
   */
  readLength(): number {
    let length = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const byte = this.readByte();
      length += (byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      if ((byte === 0 && shift > 0) || length > 0xffff) break;
      return length;
    }
    throw new RangeError('a length is not in canonical form');
  }

  readList<T>(read: () => T): T[] {
    return Array.from({ length: this.readLength() }, read);
  }

  /** @throws {RangeError} where bytes are left. */
  assertIsAtEnd(): void {
    if (this.#at < this.#bytes.length) throw new RangeError('bytes are left behind the end');
  }
}
