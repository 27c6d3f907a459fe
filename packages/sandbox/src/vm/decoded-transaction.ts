import { base58 } from '@scure/base';
import {
  type Address,
  getTransactionDecoder,
  getTransactionEncoder,
  type Signature,
  type SignatureBytes,
  type Transaction,
} from '@solana/kit';
import { decodeMessage, encodeMessage, getSizeLimit, type Message } from './message.ts';
import { MessageReader } from './message-reader.ts';

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
  const { transaction, message } = decode(bytes, isOfOne ? decodeOne : decodeOlder);
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
function decodeOlder(bytes: Uint8Array): Parts {
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
