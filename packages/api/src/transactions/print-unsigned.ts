const SIGNATURE_SIZE = 64;
const VERSION_0 = 0x80;

/** Prints a message as a transaction that nobody has signed, base64; of legacy format or version 0. */
export function printUnsigned(message: Uint8Array): string {
  const signers = message[message[0] === VERSION_0 ? 1 : 0] ?? 1;
  const signatures = Buffer.alloc(signers * SIGNATURE_SIZE);
  return Buffer.concat([Buffer.of(signers), signatures, message]).toString('base64');
}
