import { hash } from 'node:crypto';
import { sliceMessage } from './slice-message.ts';

/** Names a message: the bytes that are signed. */
export function hashMessage(message: Uint8Array): string {
  return hash('sha256', message, 'base64url');
}

/** Names the message of a transaction in base64, signed or not. */
export function hashTransactionMessage(transaction: string): string {
  return hashMessage(sliceMessage(Buffer.from(transaction, 'base64')));
}
