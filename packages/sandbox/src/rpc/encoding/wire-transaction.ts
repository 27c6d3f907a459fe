import {
  type DecodedTransaction,
  decodeTransaction,
  MalformedTransactionError,
} from '../../vm/decoded-transaction.ts';
import { getSizeLimit, LARGEST_SIZE } from '../../vm/message.ts';
import { describeTransactionError } from '../../vm/transaction-error.ts';
import { type Config, decodeBase58, readChoice } from '../params.ts';
import { invalidParams } from '../rpc-error.ts';

/** Characters a packet takes at most in each encoding: agave `MAX_BASE58_SIZE`, `MAX_BASE64_SIZE`. */
const MAX_CHARACTERS = { base58: 5594, base64: 5464 } as const;
const TYPE_NAME = 'solana_transaction::versioned::VersionedTransaction';
/** First byte of a transaction of version 1, which begins with its message. */
const VERSION_ONE = 0x81;
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;
const BASE64_CHARACTER = /^[A-Za-z0-9+/=]$/;

/**
 * Decodes the first parameter of `sendTransaction` and `simulateTransaction` by agave
 * `decode_and_deserialize` and `sanitize`.
 *
 * @throws {RpcError} -32602 with the validator's sentence.
 */
export function decodeWireTransaction(text: string, config: Config): DecodedTransaction {
  const encoding = readChoice(config, 'encoding', ['base58', 'base64'], 'base58');
  const maximum = MAX_CHARACTERS[encoding];
  if (text.length > maximum) {
    throw invalidParams(
      `${encoding} encoded ${TYPE_NAME} too large: ${text.length} bytes ` +
        `(max: encoded/raw ${maximum}/${LARGEST_SIZE})`,
    );
  }
  const bytes = encoding === 'base58' ? fromBase58(text) : fromBase64(text);
  const limit = getSizeLimit(bytes[0] === VERSION_ONE ? 1 : 0);
  if (bytes.length > limit) {
    throw invalidParams(`decoded ${TYPE_NAME} too large: ${bytes.length} bytes (max: ${limit} bytes)`);
  }
  try {
    return decodeTransaction(bytes);
  } catch (error) {
    if (error instanceof MalformedTransactionError) throw describeMalformed(error);
    throw error;
  }
}

function describeMalformed({ reason, message }: MalformedTransactionError): Error {
  if (reason === 'UNDECODABLE') return invalidParams(`failed to deserialize ${TYPE_NAME}: ${message}`);
  return invalidParams(`invalid transaction: ${describeTransactionError('SanitizeFailure')}`);
}

function fromBase58(text: string): Uint8Array {
  const bytes = BASE58.test(text) ? decodeBase58(text) : undefined;
  if (bytes !== undefined) return bytes;
  const index = [...text].findIndex((character) => !BASE58.test(character));
  throw invalidParams(
    `invalid base58 encoding: InvalidCharacter { character: '${text[index]}', index: ${index} }`,
  );
}

function fromBase64(text: string): Uint8Array {
  const index = [...text].findIndex((character) => !BASE64_CHARACTER.test(character));
  if (index >= 0) {
    throw invalidParams(`invalid base64 encoding: InvalidByte(${index}, ${text.charCodeAt(index)})`);
  }
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw invalidParams('invalid base64 encoding: InvalidPadding');
  return new Uint8Array(bytes);
}
