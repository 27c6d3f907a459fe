/** An instruction by the places of its keys. */
export type RawInstruction = {
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array | readonly number[];
};

/** A key of 32 equal bytes. */
export function keyOf(byte: number): Uint8Array {
  return new Uint8Array(32).fill(byte);
}

/** Writes a legacy message that its first key signs. */
export function writeMessage(
  keys: readonly Uint8Array[],
  instructions: readonly RawInstruction[],
  blockhash: Uint8Array = keyOf(7),
): Buffer {
  const written = instructions.map(({ program, accounts, data }) =>
    Buffer.from([program, accounts.length, ...accounts, data.length, ...data]),
  );
  const head = Buffer.from([1, 0, 0, keys.length]);
  return Buffer.concat([head, ...keys, blockhash, Buffer.of(instructions.length), ...written]);
}

/** A transaction of one signature, base64; an empty one unless given. */
export function printTransaction(message: Uint8Array, signature: Uint8Array = new Uint8Array(64)): string {
  return Buffer.concat([Buffer.of(1), signature, message]).toString('base64');
}
