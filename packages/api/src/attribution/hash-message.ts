import { hash } from 'node:crypto';

const SIGNATURE_SIZE = 64;

/** Names a message: the bytes that are signed. */
export function hashMessage(message: Uint8Array): string {
  return hash('sha256', message, 'base64url');
}

/** Names the message of a transaction in base64, signed or not. */
export function hashTransactionMessage(transaction: string): string {
  const bytes = Buffer.from(transaction, 'base64');
  // A count of signatures in one byte, for none has over a hundred; the signatures; the message.
  return hashMessage(bytes.subarray(1 + (bytes[0] ?? 0) * SIGNATURE_SIZE));
}
