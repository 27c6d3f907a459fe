import { base58 } from '@scure/base';
import {
  type Address,
  getTransactionDecoder,
  getTransactionEncoder,
  type Signature,
  type Transaction,
} from '@solana/kit';
import { decodeMessage, encodeMessage, getSizeLimit, type Message } from './message.ts';

/** A transaction whose offsets have been checked. */
export type DecodedTransaction = {
  readonly transaction: Transaction;
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
const messageCodec = { decode: decodeMessage, encode: encodeMessage };
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
  const transaction = decodeCanonically(bytes, transactionDecoder, transactionEncoder, 'transaction');
  const messageBytes = Uint8Array.from(transaction.messageBytes);
  const message = decodeCanonically(messageBytes, messageCodec, messageCodec, 'message');
  if (bytes.length > getSizeLimit(message.version)) {
    throw new MalformedTransactionError('TOO_LARGE', `over ${getSizeLimit(message.version)} bytes`);
  }
  assertIsSanitary(message);
  const signatures = Object.values(transaction.signatures).map((bytes) => bytes ?? undefined);
  const [feePayer] = message.staticAccounts;
  if (feePayer === undefined) throw new MalformedTransactionError('UNSANITARY', 'no fee payer');
  return {
    transaction,
    message,
    signature: base58.encode(signatures[0] ?? NO_SIGNATURE) as Signature,
    signatures,
    feePayer,
  };
}

/** The wire bytes of a decoded transaction. */
export function encodeTransaction(decoded: DecodedTransaction): Uint8Array {
  return new Uint8Array(transactionEncoder.encode(decoded.transaction));
}

/** The same transaction over another blockhash; its signatures no longer fit. */
export function replaceBlockhash(decoded: DecodedTransaction, blockhash: string): DecodedTransaction {
  const message = { ...decoded.message, lifetimeToken: blockhash } as Message;
  const messageBytes = encodeMessage(message);
  return { ...decoded, message, transaction: { ...decoded.transaction, messageBytes } };
}

type Decoder<T> = { decode(bytes: Uint8Array): T };
type Encoder<T> = { encode(value: T): { readonly length: number; readonly [index: number]: number } };

function decodeCanonically<T>(bytes: Uint8Array, decoder: Decoder<T>, encoder: Encoder<T>, what: string): T {
  let value: T;
  let encoded: ReturnType<Encoder<T>['encode']>;
  try {
    value = decoder.decode(bytes);
    encoded = encoder.encode(value);
  } catch (cause) {
    throw new MalformedTransactionError('UNDECODABLE', cause instanceof Error ? cause.message : what, cause);
  }
  if (encoded.length !== bytes.length || bytes.some((byte, index) => byte !== encoded[index])) {
    throw new MalformedTransactionError('UNDECODABLE', `${what} is not in canonical form`);
  }
  return value;
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
