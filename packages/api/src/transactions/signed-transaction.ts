import { base58 } from '@scure/base';
import { MalformedMessage, readMessage } from '@staking-agent/verify';
import sodium from 'sodium-native';
import { problem } from '../problems/problem.ts';
import type { ProblemError } from '../problems/problem-error.ts';

/** The ledger takes no transaction above this many bytes. */
const TRANSACTION_SIZE_LIMIT = 1_232;
const BASE64_LENGTH_LIMIT = 1_644;
const SIGNATURE_SIZE = 64;

/** A transaction as it came back from the wallet. */
export type SignedTransaction = {
  readonly base64: string;
  /** Base58; the ledger's name for the transaction. */
  readonly signature: string;
  readonly signatures: readonly Uint8Array[];
  readonly message: Uint8Array;
  /** Keys that must have signed, in the order of `signatures`. */
  readonly signers: readonly Uint8Array[];
};

/**
 * Reads a signed transaction: a count, that many signatures of 64 bytes, the message.
 *
 * @param base64 - canonical base64 of at most 1232 bytes.
 * @throws {ProblemError} `invalid_request` when the bytes are not a transaction the ledger would take.
 */
export function readSignedTransaction(base64: string): SignedTransaction {
  if (base64.length > BASE64_LENGTH_LIMIT) {
    throw problem('TX_TOO_LARGE', { bytes: TRANSACTION_SIZE_LIMIT });
  }
  const bytes = Buffer.from(base64, 'base64');
  // Node's decoder skips what is not base64; only text it would print itself has one reading.
  if (bytes.length === 0 || bytes.toString('base64') !== base64) {
    throw problem('TX_NOT_BASE64');
  }
  const count = bytes[0] ?? 0;
  const messageAt = 1 + count * SIGNATURE_SIZE;
  if (bytes.length > TRANSACTION_SIZE_LIMIT || count === 0 || count > 127 || bytes.length <= messageAt) {
    throw problem('TX_MALFORMED');
  }
  const message = bytes.subarray(messageAt);
  const signers = readSigners(message);
  if (signers.length !== count) throw problem('TX_MALFORMED');
  const signatures = signers.map((_, i) =>
    bytes.subarray(1 + i * SIGNATURE_SIZE, 1 + (i + 1) * SIGNATURE_SIZE),
  );
  return {
    base64,
    signature: base58.encode(bytes.subarray(1, 1 + SIGNATURE_SIZE)),
    signatures,
    message,
    signers,
  };
}

/**
 * Checks every signature as strictly as the ledger does, so that a bad one is named and not merely refused.
 *
 * @throws {ProblemError} `upstream_error` with outcome `rejected`, naming the signer.
 */
export function assertSignaturesHold({ signatures, message, signers }: SignedTransaction): void {
  for (const [i, signer] of signers.entries()) {
    const signature = signatures[i];
    if (signature === undefined || signature.every((byte) => byte === 0)) {
      throw signatureFailed(`${base58.encode(signer)} has not signed`);
    }
    if (
      !sodium.crypto_sign_verify_detached(Buffer.from(signature), Buffer.from(message), Buffer.from(signer))
    ) {
      throw signatureFailed(`the signature of ${base58.encode(signer)} does not fit the message`);
    }
  }
}

function readSigners(message: Uint8Array): readonly Uint8Array[] {
  try {
    const { version, keys, signerCount } = readMessage(message);
    // A version 1 message stands in front of its signatures.
    if (version === 1) throw problem('TX_MALFORMED');
    return keys.slice(0, signerCount);
  } catch (error) {
    if (error instanceof MalformedMessage) throw problem('TX_MALFORMED');
    throw error;
  }
}

function signatureFailed(reason: string): ProblemError {
  return problem('SIGNATURE_FAILURE', { reason });
}
