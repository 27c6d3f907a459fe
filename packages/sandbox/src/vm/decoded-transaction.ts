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
  type Transaction,
} from '@solana/kit';

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
const decoder = getCompiledTransactionMessageDecoder();
const encoder = getCompiledTransactionMessageEncoder();
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
  const { transaction, message } = decode(bytes);
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

/** Puts another blockhash into a transaction, whose signatures no longer fit. */
export function replaceBlockhash(decoded: DecodedTransaction, blockhash: string): DecodedTransaction {
  const message = { ...decoded.message, lifetimeToken: blockhash };
  const transaction = { ...decoded.transaction, messageBytes: encodeMessage(message) };
  const wireBytes = new Uint8Array(transactionEncoder.encode(transaction));
  return { ...decoded, message, transaction, wireBytes };
}

function decode(bytes: Uint8Array): Pick<DecodedTransaction, 'transaction' | 'message'> {
  try {
    const transaction = transactionDecoder.decode(bytes);
    assertIsSame(bytes, transactionEncoder.encode(transaction));
    return { transaction, message: decodeMessage(Uint8Array.from(transaction.messageBytes)) };
  } catch (cause) {
    throw new MalformedTransactionError('UNDECODABLE', cause instanceof Error ? cause.message : '', cause);
  }
}

function assertIsSame(bytes: Uint8Array, encoded: ReadonlyUint8Array): void {
  if (Buffer.compare(bytes, encoded as Uint8Array) !== 0)
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

/** Both bits of the priority fee, which is the only setting of 64 bits. */
const PRIORITY_FEE = 3;
const SETTINGS = [
  ['unitLimit', 4],
  ['loadedDataLimit', 8],
  ['heapSize', 16],
] as const;
const KNOWN = PRIORITY_FEE + 4 + 8 + 16;

/**
 * Decodes the bytes that are signed. Stricter than kit: bytes that do not encode back to themselves are no message.
 *
 * @throws {SolanaError | RangeError} when they are no message, and for a setting that is not known.
 */
export function decodeMessage(bytes: Uint8Array): Message {
  const compiled = decoder.decode(bytes) as Compiled;
  assertIsSame(bytes, encoder.encode(compiled));
  return compiled.version === 1 ? fromCompiled(compiled) : compiled;
}

/** Encodes the bytes that are signed. */
export function encodeMessage(message: Message): Transaction['messageBytes'] {
  return encoder.encode(
    message.version === 1 ? toCompiled(message) : message,
  ) as unknown as Transaction['messageBytes'];
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
