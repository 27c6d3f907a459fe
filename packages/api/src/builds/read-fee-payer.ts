import { base58 } from '@scure/base';
import { readSignedTransaction } from './signed-transaction.ts';

/** The wallet that pays for a signed transaction, base58. */
export function readFeePayer(base64: string): string {
  return base58.encode(readSignedTransaction(base64).signers[0] ?? new Uint8Array());
}
