const SIGNATURE_SIZE = 64;

/** The message of transaction bytes: what stands behind the signatures. */
export function messageOf(transaction: Buffer): Buffer {
  return transaction.subarray(1 + SIGNATURE_SIZE * (transaction[0] ?? 0));
}
