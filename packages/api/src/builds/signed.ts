import { base58 } from '@scure/base';
import { MalformedMessage, readTransaction, type Transaction } from '@staking-agent/verify';
import { compareEdited } from '@staking-agent/verify/edited';
import type { Mutation } from '@staking-agent/wire';
import sodium from 'sodium-native';
import { type ProblemError, problem } from '../problems/problem.ts';

const VERSION_1 = 0x81;
/** The largest transactions of the ledger: bytes, and characters of their base64. */
const LIMITS = {
  upToVersion0: { bytes: 1_232, characters: 1_644 },
  version1: { bytes: 4_096, characters: 5_464 },
} as const;
/** Characters of base64 that hold the first byte. */
const FIRST_CHARACTERS = 4;

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
 * Reads a signed transaction: up to version 0 a count, that many signatures of 64 bytes, the message; in version 1 the
 * message, then the signatures.
 *
 * @param base64 - canonical base64 of at most 1232 bytes, of version 1 at most 4096.
 * @throws {ProblemError} `invalid_request` when the bytes are not a transaction the ledger would take.
 */
export function readSignedTransaction(base64: string): SignedTransaction {
  const [first] = Buffer.from(base64.slice(0, FIRST_CHARACTERS), 'base64');
  const limit = first === VERSION_1 ? LIMITS.version1 : LIMITS.upToVersion0;
  if (base64.length > limit.characters) throw problem('TX_TOO_LARGE', { bytes: limit.bytes });
  const bytes = Buffer.from(base64, 'base64');
  // Node's decoder skips what is not base64; only text it would print itself has one reading.
  if (bytes.length === 0 || bytes.toString('base64') !== base64) {
    throw problem('TX_NOT_BASE64');
  }
  const { message, messageBytes, signatures } = readOr('TX_MALFORMED', bytes);
  const [name] = signatures;
  if (name === undefined) throw problem('TX_MALFORMED');
  return {
    base64,
    signature: base58.encode(name),
    signatures,
    message: messageBytes,
    signers: message.keys.slice(0, message.signerCount),
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

function signatureFailed(reason: string): ProblemError {
  return problem('SIGNATURE_FAILURE', { reason });
}

/**
 * Reads the transaction of a build answer as it came back beside the signed one.
 *
 * @param base64 - `built_transaction`, signed or not.
 * @throws {ProblemError} `invalid_request` when the bytes are no transaction.
 */
export function readBuiltTransaction(base64: string): Transaction {
  return readOr('BUILT_TX_MALFORMED', base64);
}

/**
 * Lists what the wallet changed before it signed.
 *
 * @param built - what the token was issued for.
 * @throws {ProblemError} `forbidden` naming the first change that is not listed.
 */
export function readEdits(built: Transaction, { base64 }: SignedTransaction): Mutation[] {
  const { mutations, difference } = compareEdited(built, readOr('TX_MALFORMED', base64));
  if (difference?.part === 'co-signer') throw problem('EDIT_CO_SIGNED');
  if (difference !== undefined) throw problem('EDIT_NOT_LISTED', { difference: difference.detail });
  return mutations.map(({ kind, detail }) => ({ kind, detail }));
}

/**
 * Tells what a transaction on the ledger is to one that was built: `same`, as it was or edited by the wallet; `equal`, which
 * does the same and has neither compute-unit limit nor price of it, by which builds are told apart: a wallet that changed
 * both, or another build.
 */
export function compareWithBuilt(built: Transaction, base64: string): 'same' | 'equal' | 'other' {
  try {
    const { mutations, difference } = compareEdited(built, readTransaction(base64));
    if (difference !== undefined) return 'other';
    const kinds = mutations.map(({ kind }) => kind);
    return kinds.includes('compute-unit-limit') && kinds.includes('compute-unit-price') ? 'equal' : 'same';
  } catch (error) {
    if (error instanceof MalformedMessage) return 'other';
    throw error;
  }
}

function readOr(code: 'BUILT_TX_MALFORMED' | 'TX_MALFORMED', bytes: string | Uint8Array): Transaction {
  try {
    return readTransaction(bytes);
  } catch (error) {
    if (error instanceof MalformedMessage) throw problem(code);
    throw error;
  }
}
