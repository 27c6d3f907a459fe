const SIGNATURE_SIZE = 64;
const VERSION_0 = 0x80;
const VERSION_1 = 0x81;

/** Prints a message as a transaction with empty signatures, base64: before the message, in version 1 after it. */
export function printUnsigned(message: Uint8Array): string {
  const [first = 0, second = 0] = message;
  const signers = first === VERSION_0 || first === VERSION_1 ? second : first;
  const signatures = Buffer.alloc(signers * SIGNATURE_SIZE);
  const parts = first === VERSION_1 ? [message, signatures] : [Buffer.of(signers), signatures, message];
  return Buffer.concat(parts).toString('base64');
}
