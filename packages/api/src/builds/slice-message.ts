const SIGNATURE_SIZE = 64;
/** First byte of a transaction of version 1, which begins with its message. */
const VERSION_1 = 0x81;

/**
 * Takes the bytes that are signed out of a transaction that is one, signed or not.
 *
 * Up to version 0 a count of signatures in one byte, for none has over a hundred, the signatures, the message; in version 1
 * the message, whose second byte is the count, and the signatures.
 */
export function sliceMessage(transaction: Uint8Array): Uint8Array {
  const [first = 0, second = 0] = transaction;
  if (first !== VERSION_1) return transaction.subarray(1 + first * SIGNATURE_SIZE);
  return transaction.subarray(0, Math.max(transaction.length - second * SIGNATURE_SIZE, 0));
}
