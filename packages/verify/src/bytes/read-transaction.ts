import { decodeBase64 } from './base64.ts';
import { ByteReader, MalformedMessage } from './byte-reader.ts';
import { type Message, readFrom } from './read-message.ts';

/** A transaction read back from its bytes. */
export type Transaction = {
  /** 64 bytes each, all zero where nobody has signed yet; in the order of the message's signers. */
  readonly signatures: readonly Uint8Array[];
  readonly message: Message;
  /** What is signed. */
  readonly messageBytes: Uint8Array;
};

const SIGNATURE_SIZE = 64;
const VERSION_1 = 0x81;
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
