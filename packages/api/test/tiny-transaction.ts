/**
 * Makes a transaction that decodes and does nothing: one instruction, which carries a number.
 *
 * @param wallet - every byte of the key that pays.
 * @returns base64, with an empty signature.
 */
export function createTinyTransaction(wallet: number, number: number): string {
  const [payer, program, blockhash] = [wallet, 6, 7].map((byte) => new Uint8Array(32).fill(byte));
  const message = [1, 0, 1, 2, ...(payer ?? []), ...(program ?? []), ...(blockhash ?? [])];
  const data = Buffer.alloc(4);
  data.writeUInt32BE(number);
  return Buffer.from([1, ...new Uint8Array(64), ...message, 1, 1, 0, 4, ...data]).toString('base64');
}
