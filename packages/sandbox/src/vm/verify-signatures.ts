import { createPublicKey, verify } from 'node:crypto';
import { getAddressEncoder } from '@staking-agent/chain/address';
import type { DecodedTransaction } from './decoded-transaction.ts';

const addressEncoder = getAddressEncoder();

/** DER header of an Ed25519 public key (RFC 8410), before its 32 bytes. */
const ED25519_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Verdicts, so that a transaction which passed preflight is not verified again when it executes. */
const verdicts = new WeakMap<DecodedTransaction, boolean>();

/** Whether every signer of the message has signed its bytes with Ed25519. */
export function verifySignatures(decoded: DecodedTransaction): boolean {
  const known = verdicts.get(decoded);
  if (known !== undefined) return known;
  const { transaction, message, signatures } = decoded;
  const messageBytes = Uint8Array.from(transaction.messageBytes);
  const verdict = signatures.every((signature, index) => {
    const signer = message.staticAccounts[index];
    if (signature === undefined || signer === undefined) return false;
    return verifySignature(new Uint8Array(addressEncoder.encode(signer)), messageBytes, signature);
  });
  verdicts.set(decoded, verdict);
  return verdict;
}

function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({
    key: Buffer.concat([ED25519_PREFIX, publicKey]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, message, key, signature);
}
