const COMPUTE_BUDGET = Buffer.from('0306466fe5211732ffecadba72c39be7bc8ce5bbc5f7126b2c439b3a40000000', 'hex');
const PROGRAM = Buffer.alloc(32, 5);

/** What a message is made of; keys and blockhash of 32 bytes. */
export type MessageParts = {
  readonly payer: Uint8Array;
  readonly blockhash: Uint8Array;
  readonly unitLimit: number;
  readonly unitPrice: number;
  /** What it does, which two builds for one purpose have in common. */
  readonly data: Uint8Array;
};

/** Writes a message of one signer: compute budget, then one instruction. */
export function writeMessage({ payer, blockhash, unitLimit, unitPrice, data }: MessageParts): Buffer {
  const limit = Buffer.alloc(5, 2);
  limit.writeUInt32LE(unitLimit, 1);
  const price = Buffer.alloc(9, 3);
  price.writeBigUInt64LE(BigInt(unitPrice), 1);
  const instruction = (program: number, accounts: readonly number[], bytes: Uint8Array) => [
    Buffer.of(program, accounts.length, ...accounts, bytes.length),
    bytes,
  ];
  return Buffer.concat([
    Buffer.of(1, 0, 2, 3),
    payer,
    COMPUTE_BUDGET,
    PROGRAM,
    blockhash,
    Buffer.of(3),
    ...instruction(1, [], limit),
    ...instruction(1, [], price),
    ...instruction(2, [0], data),
  ]);
}
