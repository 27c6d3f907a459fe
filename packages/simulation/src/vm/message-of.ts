const SIGNATURE_SIZE = 64;

/** The message of transaction bytes: what stands behind the signatures. */
export function messageOf(transaction: Buffer): Buffer {
  return transaction.subarray(1 + SIGNATURE_SIZE * (transaction[0] ?? 0));
}

/** How many sign base64 transaction bytes. */
export function countSigners(transaction: string): number {
  return Buffer.from(transaction, 'base64')[0] ?? 0;
}
