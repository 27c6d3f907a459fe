import { toAddressBytes } from '@staking-agent/chain/address';
import sodium from 'sodium-native';
import type { DecodedTransaction } from './decoded-transaction.ts';

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
    return sodium.crypto_sign_verify_detached(
      toBuffer(signature),
      toBuffer(messageBytes),
      toBuffer(toAddressBytes(signer)),
    );
  });
  verdicts.set(decoded, verdict);
  return verdict;
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
